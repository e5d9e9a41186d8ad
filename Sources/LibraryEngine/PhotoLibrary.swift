import Catalog
import Decoding
import Foundation
import Imaging
import Importing
import Originals
import Support
import Synchronization

/// An open library: the one object that owns its catalogue, originals, derivatives and decoder.
///
/// Several processes may have one library open; one writes at a time. All calls may be made from any thread at once; those that read or
/// write files wait for the disk.
package final class PhotoLibrary: Sendable {
    /// The `.photolibrary` folder.
    package let url: URL
    package let uuid: UUID
    package let environment: Environment
    let catalog: Catalog
    package let originals: OriginalStore
    package let derivatives: DerivativeStore
    /// The movies of motion photos, as files of their own.
    let movieCopies: MovieCopies
    package let decoder: any MediaDecoder
    /// Made for the first picture that is asked for.
    package var images: ImagePipeline { lazyImages.value }
    private let lazyImages: Lazy<ImagePipeline>
    /// Marks what requests for pictures found to be damaged.
    package let damageMarker: DamageMarker
    /// Compares files that others may change with what was imported.
    package let contentChecks: ContentChecks
    /// Downloads originals that are not on this machine.
    let fetcher: ResourceFetcher
    /// Downloads previews where originals are not on this machine and less than they are is asked for.
    let previews: PreviewFetcher
    /// The way to a store elsewhere.
    let cloud: CloudAccess
    /// Tells of commits, and of the library going away.
    package let changes: LibraryChanges
    /// Keeps the library's own record; `nil` where nothing is written.
    package let recordUpdater: RecordUpdater?
    /// What a person should know about this library on this machine, such as that it lies on a network file system. For people.
    package let warnings: [String]
    /// Why nothing can be changed; `nil` where the library was opened for writing.
    package let readOnlyReason: ReadOnlyReason?
    /// Makes room on the disk.
    let space = SpaceFreeing()
    let retention = HistoryRetention()
    package let snapshots = DailySnapshots()

    init(
        url: URL, uuid: UUID, environment: Environment, catalog: Catalog, originals: OriginalStore, decoder: any MediaDecoder, warnings: [String],
        readOnlyReason: ReadOnlyReason? = nil
    ) {
        (self.url, self.uuid, self.environment, self.catalog, self.originals) = (url, uuid, environment, catalog, originals)
        (self.decoder, self.warnings, self.readOnlyReason) = (decoder, warnings, readOnlyReason)
        derivatives = DerivativeStore(
            library: originals.folder, name: LibraryLayout.derivatives, isReadOnly: readOnlyReason != nil, space: environment.diskFigures.map { DiskSpace(figures: $0) })
        movieCopies = MovieCopies(derivatives)
        changes = LibraryChanges(library: url, catalog: catalog, watchesFiles: environment.watchesFiles, log: environment.log)
        let cloud = CloudAccess(catalog, folder: originals.folder, uuid: uuid, environment: environment)
        self.cloud = cloud
        fetcher = ResourceFetcher(
            catalog: catalog, originals: originals,
            store: { try environment.store ?? cloud.store().map { CloudObjects(store: $0) } }, log: environment.log)
        previews = PreviewFetcher(
            catalog: catalog, derivatives: derivatives, decoder: decoder, store: { try environment.store == nil ? cloud.store() : nil }, now: environment.now,
            log: environment.log)
        contentChecks = ContentChecks(catalog, log: environment.log)
        recordUpdater =
            environment.keepsRecord && !catalog.options.readOnly
            ? RecordUpdater(folder: originals.folder, uuid: uuid, catalog: catalog, now: environment.now, log: environment.log) : nil
        let damageMarker = DamageMarker(catalog, log: environment.log)
        self.damageMarker = damageMarker
        lazyImages = Lazy { [derivatives] in
            ImagePipeline(
                decoder: decoder, derivatives: derivatives, threads: environment.threads, watch: environment.memoryWatch, onFault: { damageMarker.note($0) },
                onMade: { damageMarker.note($0) })
        }
        makeSpaceWhenShort()
    }

    /// An import into this library. The options' time zone and threads are the environment's unless set otherwise.
    package func importer(_ options: ImportOptions) -> LibraryImport { LibraryImport(library: self, options: options) }

    /// Options with this library's environment.
    package var importOptions: ImportOptions {
        var options = ImportOptions()
        (options.timeZone, options.threads) = (environment.timeZone, environment.threads)
        return options
    }

    var importContext: ImportContext {
        let log = environment.log
        return ImportContext(
            catalog: catalog, originals: originals, derivatives: derivatives, decoder: decoder, now: environment.now, makeUUID: environment.makeUUID,
            warn: { log(.warning, $0) })
    }
}
