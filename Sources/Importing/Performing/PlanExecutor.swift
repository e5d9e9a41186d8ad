import Catalog
import Foundation
import Imaging
import Originals
import PhotoModel

/// Performs actions within one transaction, and what follows for files when it commits or fails. Whatever it decides was decided by who planned.
package final class PlanExecutor {
    /// Reads see what was written so far.
    package let writer: CatalogWriter
    package let context: ImportContext

    /// Rows that this transaction added.
    var rows: [RowReference: Int64] = [:]
    /// Resources that came with a new asset: which of its resources they are.
    var parts: [RowReference: (asset: Int64, index: Int)] = [:]
    private var publishes: [(session: StagingSession, files: [(file: StagedFile, path: String)])] = []
    /// Sessions that end with this transaction.
    private var ending: [StagingSession] = []
    /// Places among `publishes` that a file with other bytes than were recorded has now, and where those files went.
    var rotten: [String] = []
    private var aside: [(name: BytePath, path: String)] = []
    var bursts: Set<String> = []
    /// Bursts of frames that came with word of them: whoever stands for one already goes on to.
    var toldBursts: Set<String> = []
    /// Frames that are said to stand for their bursts.
    var representatives: [String: Int64] = [:]
    /// Pictures to keep once the rows are committed, by asset.
    var derivatives: [Int64: Derivative] = [:]
    /// Assets as they were when pictures were made of them that nobody wants any more.
    var outdated: [AssetRecord] = []
    /// Rows that went, whose bytes nobody needs.
    var freed: [ResourceRecord] = []
    private var moved: [MovedSource] = []
    /// Where freed files are announced, so that they go even if this process does first.
    private var removal: StagingSession?
    var collections = CollectionBook()

    struct Derivative {
        var uuid: UUID
        var revision: Int64
        /// Seconds since 2001: when the picture was taken, or else came in.
        var date: Double
        var pictures: SmallPictures
    }

    private init(_ writer: CatalogWriter, _ context: ImportContext) { (self.writer, self.context) = (writer, context) }

    /// Runs `body` as one transaction with one entry in the change log: all of it happens, or nothing.
    /// - Parameter onLeftOver: told after a failure of what can't be taken back now and is left to the sweep.
    package static func transaction<T>(
        _ context: ImportContext, author: String, onLeftOver: (any Error) throws -> Void, _ body: (PlanExecutor) throws -> T
    ) throws -> T {
        var executor: PlanExecutor?
        let result: T
        do {
            result = try context.catalog.write(author: author) { writer in
                let new = PlanExecutor(writer, context)
                executor = new
                let result = try body(new)
                try new.nameFiles()
                return result
            }
        } catch {
            // A commit in doubt may show when the catalogue is opened next; the sweep decides then.
            if (error as? CatalogError)?.leavesCommitInDoubt == true {
                executor?.abandon()
            } else {
                do { try executor?.takeBack() } catch { try onLeftOver(error) }
            }
            throw error
        }
        executor?.finish()
        return result
    }

    /// The row of what the plan speaks of.
    func row(_ reference: RowReference) throws -> Int64 {
        if case .row(let id) = reference { return id }
        if let id = rows[reference] { return id }
        guard let part = parts[reference], case let resources = try writer.resources(assetID: part.asset), resources.indices.contains(part.index) else {
            throw Self.unknown("a row")
        }
        return resources[part.index].id
    }

    func resource(_ reference: RowReference) throws -> ResourceRecord {
        guard let resource = try writer.resource(id: row(reference)) else {
            throw Self.unknown("a resource")
        }
        return resource
    }

    /// A fault of ours: a plan speaks of nothing that is not in its snapshot.
    static func unknown(_ what: String) -> ImportFault {
        ImportFault(code: "failed", message: "The import's plan speaks of \(what) that is not there. Import it again, and please report this.")
    }

    /// Gives a staged file its name, at the end of the transaction.
    func publish(_ file: StagedFile, as path: String, from session: StagingSession?) throws {
        guard let session else {
            throw Self.unknown("the staged file \(file.path.display)")
        }
        if let index = publishes.firstIndex(where: { $0.session === session }) {
            publishes[index].files.append((file, path))
        } else {
            publishes.append((session, [(file, path)]))
        }
    }

    /// What was prepared for this transaction alone ends with it.
    func end<Content: Sendable>(_ prepared: Prepared<Content>) {
        ending.append(prepared.session)
        moved += prepared.moved
    }

    /// Whether a staged file gets this name at the end of the transaction.
    func isPublished(_ path: String) -> Bool { publishes.contains { $0.files.contains { $0.path == path } } }

    var published: Set<StagedFile> { Set(publishes.flatMap { $0.files.map { $0.file } }) }

    // MARK: The end of a transaction

    /// The last step before the commit: files get their names, and those that will go are announced.
    package func nameFiles() throws {
        for burst in bursts { try chooseFrame(of: burst) }
        for burst in toldBursts.subtracting(bursts) { try chooseFrame(of: burst, unlessOneIsChosen: true) }
        // Where the frame goes that stood for its burst another one does from then on, or nobody would see the rest.
        for burst in writer.burstsWithOtherFrames { try chooseFrame(of: burst, unlessOneIsChosen: true) }
        for (id, derivative) in derivatives.sorted(by: { $0.key < $1.key }) { try noteWhatIsLeft(id, derivative) }
        for path in rotten { aside.append((try context.originals.setAside(managedPath: path), path)) }
        for (session, files) in publishes { try session.publish(files) }
        try noteLinks()
        guard !freedPaths.isEmpty else { return }
        let session = try context.originals.beginSession()
        removal = session
        try session.announceRemoval(freedPaths)
    }

    /// What is left for later is known from the same moment on as the asset that it is of.
    private func noteWhatIsLeft(_ id: Int64, _ derivative: Derivative) throws {
        if let postponed = derivative.pictures.postponed {
            try writer.insert(PictureToMake(assetID: id, date: derivative.date, path: postponed.path))
        } else if derivative.revision > 1 {
            // What it showed before may have been left for later.
            try writer.deletePictureToMake(assetID: id)
        }
    }

    /// Notes what hard links look like: they follow what is written to the user's file under its own name. Called when they have their names,
    /// since a further name changes what a file looks like.
    private func noteLinks() throws {
        for (file, path) in publishes.flatMap({ $0.files }) where file.mode == .link {
            let now = try context.originals.openForReading(managedPath: path).signature()
            guard now.hasSameContent(as: file.signature) else {
                throw ImportFault(code: "changedWhileReading", message: "\(file.path.display) changed while it was imported. Import it again when nobody writes to it.")
            }
            try writer.note(FileFacts(lasting: now), at: .managed(path: path), sha256: Data(file.sha256))
        }
    }

    private var freedPaths: [String] {
        freed.compactMap { resource in if case .managed(let path) = resource.location { path } else { nil } }
    }

    private func abandon() {
        for (session, _) in publishes { session.abandon() }
        for session in ending { session.abandon() }
    }

    /// What follows a failure: what was prepared may be tried again.
    private func takeBack() throws {
        for (session, _) in publishes { try session.unpublish() }
        for (name, path) in aside { try context.originals.putBack(name, managedPath: path) }
        try removal?.retire()
        removal?.finish()
    }

    /// What follows a commit. Nothing here can lose an asset: what can be left over is a journal, a derivative that is made again, or a file that should go.
    private func finish() {
        func attempt(_ step: () throws -> Void) { do { try step() } catch { context.warn("\(error)") } }
        for (session, _) in publishes { attempt { try session.retire() } }
        for asset in outdated { context.derivatives.remove(assetID: asset.id, uuid: asset.uuid, revision: asset.revision) }
        for (id, derivative) in derivatives.sorted(by: { $0.key < $1.key }) {
            attempt {
                if let thumbnail = derivative.pictures.thumbnail {
                    try context.derivatives.storeThumbnail(thumbnail, assetID: id, uuid: derivative.uuid, revision: derivative.revision)
                }
                if let preview = derivative.pictures.preview {
                    try context.derivatives.storePreview(preview, uuid: derivative.uuid, revision: derivative.revision)
                }
                if let colors = derivative.pictures.postponed?.quarters {
                    try context.derivatives.storePlaceholder(colors, assetID: id, uuid: derivative.uuid, revision: derivative.revision)
                }
            }
        }
        for source in moved { attempt { try source.remove() } }
        // The announcement stays where one of them can't go, and the next sweep goes on with it.
        attempt {
            try context.originals.remove(managedPaths: freedPaths)
            try removal?.retire()
            removal?.finish()
        }
        ending.forEach { $0.finish() }
    }
}
