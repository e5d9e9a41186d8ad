import Catalog
import Foundation
import Imaging
import Importing
import PhotoModel
import Pixels
import Support
import Synchronization

/// What came of making the pictures that imports left for later.
struct PictureReport {
    /// Files that are not whole, or of which nothing can be shown.
    var damaged: [ImportFailure] = []
    /// Why the rest was left.
    var trouble: LibraryError?
}

/// Makes the thumbnails and previews that imports left for later, the newest first.
///
/// What is to be made is known from the catalogue, and a row of it goes after its pictures are kept: ended at any moment, whoever goes on makes at most a few of them
/// twice. What somebody looks at meanwhile is made for them, and not here.
struct PictureWork: Sendable {
    let library: PhotoLibrary
    /// Told of each that is done.
    var progress: @Sendable (_ name: String) -> Void = { _ in }

    /// What became of one.
    enum Outcome {
        /// They are kept; or can't be made, which `failure` says.
        case finished(AssetRecord, damage: String?, failure: ImportFailure?)
        /// They can't be made now: a disk is not there, or a file is in the cloud.
        case tried
        /// Somebody else has made them, or they are not wanted any more.
        case gone
        /// Nothing can be made, or kept.
        case stopped(LibraryError)
    }

    /// Rows of one transaction at most, and seconds between two.
    private static let batch = 64
    private static let interval = 2.0
    private static let page = 256

    /// Makes all that there are, those included that come in meanwhile.
    /// - Throws: what the catalogue throws.
    func run(threads: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> PictureReport {
        var report = PictureReport()
        while !isCancelled(), report.trouble == nil, try library.catalog.read({ try $0.hasPicturesToMake() }) {
            guard try runRound(threads, isCancelled, &report) > 0 else { break }
        }
        return report
    }

    /// - Returns: how many rows went, or were tried.
    private func runRound(_ threads: Int, _ isCancelled: @escaping @Sendable () -> Bool, _ report: inout PictureReport) throws -> Int {
        let pipeline = OrderedPipeline<PictureToMake, (PictureToMake, Outcome)>(window: 8 * max(1, threads))
        let fault = Mutex<(any Error)?>(nil)
        let workers = WorkerThreads()
        defer {
            pipeline.stop()
            workers.join()
        }
        workers.start("pictures list") {
            defer { pipeline.close() }
            var last: PictureToMake?
            while !isCancelled() {
                do {
                    let page = try library.catalog.read { try $0.picturesToMake(after: last, limit: Self.page) }
                    guard !page.isEmpty else { return }
                    for picture in page where isCancelled() || !pipeline.submit(picture) { return }
                    last = page.last
                } catch {
                    fault.withLock { $0 = error }
                    return
                }
            }
        }
        workers.start("pictures make", count: max(1, threads)) { pipeline.work { ($0, isCancelled() ? .gone : make($0)) } }

        var count = 0, batch: [(PictureToMake, Outcome)] = []
        var due: Date?
        func flush() throws {
            count += try note(batch, into: &report)
            (batch, due) = ([], nil)
        }
        collecting: while report.trouble == nil {
            switch pipeline.take(until: due) {
            case .output(let made):
                if case .stopped(let error) = made.1 {
                    report.trouble = error
                    break collecting
                }
                if batch.isEmpty { due = Date(timeIntervalSinceNow: Self.interval) }
                batch.append(made)
                if batch.count >= Self.batch { try flush() }
            case .timeout: try flush()
            case .ended: break collecting
            }
        }
        try flush()
        // What was made because somebody looked at it is theirs to note, and is done before the next round.
        library.damageMarker.flush()
        if let error = fault.withLock({ $0 }) { throw error }
        return count
    }

    // MARK: One

    /// On any thread; waits for the disk and the decoder.
    func make(_ picture: PictureToMake) -> Outcome {
        do {
            let asset = try library.catalog.read { reader in try reader.pictureToMake(assetID: picture.assetID).flatMap { try reader.asset(id: $0.assetID) } }
            guard let asset, !library.damageMarker.hasNoted(asset) else { return .gone }
            guard asset.mediaType == .image || asset.mediaType == .video else { return .finished(asset, damage: nil, failure: nil) }
            defer { progress(asset.filename) }
            do throws(ImagingError) {
                guard let made = try library.images.deriveNow(ImageRequest(.current, of: asset, through: ResourceAccess(library))) else { return .gone }
                if let error = made.unkept { return .stopped(LibraryError(error)) }
                // Changed meanwhile: the row stays, or whoever changed it has made its pictures.
                guard made.revision == asset.revision, made.uuid == asset.uuid else { return .gone }
                return .finished(asset, damage: made.damage, failure: made.damage.map { Self.failure(picture, asset, $0, isShown: made.isShown) })
            } catch {
                // Whoever kept them was ended before it could say so, and the file has gone elsewhere since.
                if [.sourceUnavailable, .inCloud].contains(error.code), library.derivatives.hasThumbnail(assetID: asset.id, uuid: asset.uuid, revision: asset.revision),
                    library.derivatives.hasPreview(uuid: asset.uuid, revision: asset.revision)
                {
                    return .finished(asset, damage: nil, failure: nil)
                }
                return Self.outcome(of: error, picture, asset)
            }
        } catch {
            return .stopped(LibraryError(error))
        }
    }

    private static func outcome(of error: ImagingError, _ picture: PictureToMake, _ asset: AssetRecord) -> Outcome {
        switch error.code {
        case .noDecoder, .derivativesUnwritable: return .stopped(LibraryError(error))
        case .sourceUnavailable, .inCloud, .stopped: return .tried
        case .undecodable:
            guard let fault = error.cause as? CodecError, fault.code != .unreadable else { return .tried }
            if let damage = DamageMarker.damage(fault) { return .finished(asset, damage: damage, failure: failure(picture, asset, damage, isShown: false)) }
            // Nothing is wrong with the file: there is nothing here that could show it.
            var failure = failure(picture, asset, "", isShown: false)
            (failure.code, failure.message) = (fault.code.rawValue, "\(failure.path): \(fault.description)")
            return .finished(asset, damage: nil, failure: failure)
        }
    }

    private static func failure(_ picture: PictureToMake, _ asset: AssetRecord, _ damage: String, isShown: Bool) -> ImportFailure {
        let path = BytePath(picture.path ?? asset.filename)
        let message = isShown ? "\(path.display) came in, but a part of it can't be read: \(damage)." : "\(path.display) came in, but can't be shown: \(damage)."
        return ImportFailure(path: path.text, code: "damaged", message: message)
    }

    // MARK: Noting it

    /// - Returns: how many rows went, or were tried.
    @discardableResult
    func note(_ outcomes: [(PictureToMake, Outcome)], into report: inout PictureReport) throws -> Int {
        var count = 0
        let noted = outcomes.filter { if case .gone = $0.1 { false } else { true } }
        guard !noted.isEmpty else { return 0 }
        _ = try library.catalog.write(author: "pictures") { writer in
            for (picture, outcome) in noted {
                switch outcome {
                case .finished(let asset, let damage, _): try writer.finishPicture(of: asset.id, uuid: asset.uuid, revision: asset.revision, damage: damage)
                case .tried: try writer.noteTriedPicture(assetID: picture.assetID)
                case .gone, .stopped: break
                }
            }
        }
        for (_, outcome) in noted {
            switch outcome {
            case .finished(_, _, let failure):
                count += 1
                if let failure { report.damaged.append(failure) }
            case .tried: count += 1
            case .stopped(let error): report.trouble = report.trouble ?? error
            case .gone: break
            }
        }
        return count
    }
}
