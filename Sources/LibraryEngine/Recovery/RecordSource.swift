import Catalog
import Foundation
import PhotoModel
import Record
import Support

/// The library's own record: every object with its identifiers and order, as of its last whole commit.
struct RecordSource: RecoverySource, Sendable {
    let kind = RecoveryResult.Kind.record
    let url: URL
    let moment: CatalogMoment
    /// What is wrong with the record behind that moment, for a person; `nil` in one that is whole.
    let fault: String?
    private let record: Record
    private let contents: RecordContents

    /// Reads and checks all of the record.
    /// - Parameter uuid: the library's; `nil` where only the record can tell.
    /// - Throws: a `RecordError`: `.missing` where there is no record, or one that holds nothing.
    init(_ library: FolderHandle, uuid: UUID?, waiting seconds: TimeInterval) throws {
        url = URL(fileURLWithPath: library.path.text, isDirectory: true).appendingPathComponent(Record.folderName, isDirectory: true)
        let record = try Record(in: library, uuid: uuid, schema: Catalog.schemaVersion, makes: false)
        self.record = record
        let path = library.path.display
        (moment, contents) = try record.withLock(timeout: seconds) { _ in
            // Photos and videos, but for those in Recently Deleted.
            let contents = try record.contents(RecordInquiry(counting: RecordKind.asset, lacking: "trashedDate", telling: RecordKind.library))
            guard let commit = contents.commit else { throw RecordError(.missing, "The record of \(path) holds nothing yet.") }
            var moment = CatalogMoment(
                position: ChangePosition(rawValue: commit.position), date: commit.date, created: nil, manifest: nil, assetCount: contents.count,
                schemaVersion: Int(contents.schema))
            guard moment.schemaVersion <= Catalog.schemaVersion else {
                throw RecordError(.tooNew, "The record of \(path) was written by a newer version. Update OpenPhotoKit.")
            }
            if let values = contents.told.first?.storedLibrary.values { (moment.created, moment.manifest) = (values["created"], values[CatalogReader.manifestKey]) }
            if moment.manifest == nil {
                let created = Date(timeIntervalSinceReferenceDate: moment.created.flatMap(Double.init) ?? commit.date)
                moment.manifest = String(decoding: try LibraryManifest(uuid: record.library, created: created).encoded(), as: UTF8.self)
            }
            return (moment, contents)
        }
        fault = contents.fault
    }

    func makeCatalog(_ file: URL, _ files: RestoredFiles, _ environment: Environment, progress: (_ done: Int, _ total: Int) -> Void, isCancelled: () -> Bool) throws {
        var options = CatalogOptions()
        let now = environment.now
        options.now = { now().timeIntervalSinceReferenceDate }
        try record.withLock(timeout: environment.busyTimeout) { _ in
            // Somebody may have written to it since it was checked, while a person was asked.
            let contents = try contents.isCurrent() ? contents : record.contents()
            try Catalog.restore(at: file, schema: Int(contents.schema), files: files, options: options) { restorer in
                try fill(restorer, contents) { done in
                    if isCancelled() { throw SnapshotWriter.Cancelled() }
                    progress(done, moment.assetCount)
                }
                return ChangePosition(rawValue: contents.commit?.position ?? 0)
            }
        }
    }

    /// - Parameter told: called with the number of assets so far, every thousand; ends the work with what it throws.
    private func fill(_ restorer: CatalogRestorer, _ contents: RecordContents, told: (Int) throws -> Void) throws {
        var done = 0
        // Few beside the assets, and put in when all that they refer to is there.
        var later: [RecordObject] = []
        let preparation = restorer.assets
        @Sendable func make(_ send: (Page) throws -> Void) throws {
            var page = Page()
            try contents.forEach { object in
                if object.key.kind == RecordKind.asset {
                    guard let asset = object.storedAsset else { throw unreadable(object) }
                    page.assets.append(try preparation.prepared(asset))
                } else {
                    page.others.append(object)
                }
                guard page.assets.count == Page.size else { return }
                try send(page)
                page = Page()
            }
            try send(page)
        }
        try readAhead(8, make: make) { page in
            for asset in page.assets {
                try restorer.add(asset)
                done += 1
                if done % 1_000 == 1 { try told(done) }
            }
            later += page.others
        }
        func each(_ kind: String, _ body: (RecordObject) throws -> Void) throws {
            for object in later where object.key.kind == kind { try body(object) }
        }
        try each(RecordKind.library) { try restorer.add($0.storedLibrary) }
        try each(RecordKind.root) { object in
            guard let root = object.storedRoot else { throw unreadable(object) }
            try restorer.add(root: root)
        }
        try each(RecordKind.collection) { object in
            guard let collection = object.storedCollection else { throw unreadable(object) }
            try restorer.add(collection)
        }
        try each(RecordKind.tree) { object in
            for (folder, children) in object.tree { try restorer.arrange(children: children, of: folder) }
        }
        try each(RecordKind.members) { object in
            guard let (album, assets) = object.members else { throw unreadable(object) }
            try told(done)
            try restorer.add(members: assets, of: album)
        }
        try each(RecordKind.access) { object in
            guard let access = object.storedAccess else { throw unreadable(object) }
            try restorer.add(access)
        }
        try each(RecordKind.share) { object in
            guard let share = object.storedShare else { throw unreadable(object) }
            try restorer.add(share: share)
        }
    }

    /// Objects on their way from the thread that reads them to the one that puts them in.
    private struct Page: Sendable {
        static let size = 250
        var assets: [ReadyAsset] = []
        var others: [RecordObject] = []
    }

    private func unreadable(_ object: RecordObject) -> LibraryError {
        LibraryError(.damaged, "The record of \(url.path) says of \(object.key.kind) \(object.key.id) what no catalogue can hold. Please report this.")
    }
}
