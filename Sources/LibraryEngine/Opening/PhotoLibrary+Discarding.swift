import Catalog
import Foundation
import Glibc
import Originals
import Support

extension PhotoLibrary {
    /// Takes back a library that was made for something that came to nothing. It stays where anything is in it, or where another process has it open.
    ///
    /// An empty one gets a hidden name first, under which nobody looks for it, so that whoever opens it meanwhile is either seen or finds none. Any other
    /// keeps its name throughout: the power could go before it had it back.
    /// - Parameter url: of a library that this process has closed.
    /// - Returns: whether it is gone.
    package static func discardIfEmpty(at url: URL, environment: Environment) -> Bool {
        let url = url.standardizedFileURL, parent = url.deletingLastPathComponent()
        guard CatalogUse.holder(of: catalogFile(url)) == nil, isEmpty(url, environment) else { return false }
        let hidden = parent.appendingPathComponent(".\(url.lastPathComponent).\(environment.makeUUID().uuidString)")
        guard rename(url.path, hidden.path) == 0 else { return false }
        defer { try? Folder.synchronize(BytePath(parent.path)) }
        guard CatalogUse.holder(of: catalogFile(hidden)) == nil, isEmpty(hidden, environment) else {
            rename(hidden.path, url.path)
            return false
        }
        return (try? FileManager.default.removeItem(at: hidden)) != nil
    }

    /// On a full disk it is read as it lies there, since that is where such libraries are made in vain.
    private static func seenCatalog(_ url: URL, _ environment: Environment) -> Catalog? {
        var options = catalogOptions(environment)
        do throws(CatalogError) { return try Catalog.open(at: catalogFile(url), options: options) } catch {
            guard error.code == .diskFull else { return nil }
            (options.readOnly, options.leavesNoTrace) = (true, true)
            return try? Catalog.open(at: catalogFile(url), options: options)
        }
    }

    /// Whether it has no asset, album or folder, no original, and nothing that somebody else has put into it.
    private static func isEmpty(_ url: URL, _ environment: Environment) -> Bool {
        let ours = Set(LibraryLayout.names)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path), names.allSatisfy(ours.contains) else { return false }
        guard let originals = try? OriginalStore(at: url), let catalog = seenCatalog(url, environment) else { return false }
        defer { catalog.close() }
        guard !originals.hasIncoming else { return false }
        do {
            // First the counts, which are kept: of a library that holds anything no file is looked for.
            let info = try catalog.read { try $0.libraryInfo() }
            guard info.assetCount + info.trashedCount + info.collectionCount == 0 else { return false }
            // What an import put there whose commit failed, the next opening would sweep.
            let swept = try originals.announcedPaths()
            var hasFiles = false
            try originals.forEachManagedFile { if !swept.contains($0) { hasFiles = true } }
            return !hasFiles
        } catch {
            return false
        }
    }
}
