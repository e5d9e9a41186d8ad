import Catalog
import Foundation
import Originals
import Support

extension PhotoLibrary {
    /// Opens a library that can't be written, or must not be. Nothing is cleared up, made, remembered or kept: not a thumbnail, and not what SQLite keeps
    /// beside a file for its readers.
    static func openForReading(
        at url: URL, _ folder: FolderHandle, _ manifest: LibraryManifest, _ reason: ReadOnlyReason, _ environment: Environment
    ) throws(LibraryError) -> PhotoLibrary {
        var options = catalogOptions(environment)
        (options.readOnly, options.leavesNoTrace, options.refusal, options.isDiskFull) = (true, true, reason.refusal(url), reason.isDiskFull)
        // They are believed only beside the very file they were made for, and a backup's is another.
        options.usesColumns = false
        let catalog: Catalog
        do throws(CatalogError) { catalog = try Catalog.open(at: catalogFile(url), options: options) } catch { throw LibraryError(error) }
        try requireSame(catalog, folder, url)
        var warnings = ["\(url.path) is opened for reading only, since \(reason): it can be looked at, exported and verified. Changes and imports are refused."]
        if let copy = catalog.copyFolder {
            warnings.append("A copy of its catalogue is read, in \(copy), since the file alone is not up to date. The copy goes when the library is closed.")
        }
        let decoder = makeDecoder(environment)
        warnings.forEach { environment.log(.warning, $0) }
        return PhotoLibrary(
            url: url, uuid: manifest.uuid, environment: environment, catalog: catalog, originals: OriginalStore(library: folder), decoder: decoder,
            warnings: warnings, readOnlyReason: reason)
    }

    /// For what should fail before long work.
    /// - Throws: `.cannotWrite` where the library is opened for reading only.
    package func requireWritable() throws(LibraryError) {
        do throws(CatalogError) { try catalog.requireWritable() } catch { throw LibraryError(error) }
    }
}
