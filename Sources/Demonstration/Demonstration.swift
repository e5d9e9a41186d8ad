import DemonstrationMessages
import Foundation
import LibraryEngine
import Photos

/// Pictures that no camera took, in a library of their own: what a newcomer sees first, and what tests look at.
package enum Demonstration {
    /// Makes what is ordered unless it is there, and says what came of it.
    /// - Parameters:
    ///   - tell: told on any thread.
    ///   - isCancelled: asked often, on any thread.
    package static func fulfil(
        _ order: DemonstrationOrder, tell: @escaping @Sendable (DemonstrationMessage) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) {
        var environment = Environment()
        (environment.busyTimeout, environment.takesSnapshots) = (order.busyTimeout, true)
        environment.log = { level, message in tell(.log(level: level.rawValue, message: message)) }
        let url = URL(fileURLWithPath: order.path, isDirectory: true)
        do {
            if let marker = marker(at: url) {
                guard order.isFresh else { return tell(.there(photos: marker.photos, seed: marker.seed)) }
                if let kept = try clear(url, environment: environment) { tell(.kept(path: kept.path)) }
            } else if FileManager.default.fileExists(atPath: url.path) {
                return tell(.foreign)
            }
            tell(
                .made(
                    try make(
                        at: url, photos: order.photos ?? DemonstrationOrder.usualPhotos, seed: order.seed ?? DemonstrationOrder.usualSeed,
                        longestSide: order.longestSide, environment: environment, progress: { tell(.progress($0)) }, isCancelled: isCancelled)))
        } catch { tell(.failed(DemonstrationError(error))) }
    }

    /// Makes the library at `url`, where there may be none yet.
    ///
    /// It is painted, imported and arranged beside `url` and renamed in the end: an interrupted one leaves nothing that looks like a library, and the
    /// next one begins anew. The same arguments make the same files.
    /// - Parameters:
    ///   - photos: photographs; a few films come on top.
    ///   - longestSide: pixels of the largest ones, but for panoramas. Tests take a few hundred.
    ///   - progress: told on any thread.
    ///   - isCancelled: asked often, on any thread.
    /// - Throws: `DemonstrationError`, or what the engine throws.
    @discardableResult
    package static func make(
        at url: URL, photos: Int = DemonstrationOrder.usualPhotos, seed: UInt64 = DemonstrationOrder.usualSeed, longestSide: Int = 1600, environment: Environment = .process,
        progress: @escaping @Sendable (DemonstrationProgress) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> DemonstrationSummary {
        let started = ContinuousClock.now
        let site = try BuildingSite(for: url)
        defer { site.clear() }
        let story = Story(photos: max(photos, 1), seed: seed, longestSide: max(longestSide, 64))
        func check() throws { if isCancelled() { throw DemonstrationError.cancelled } }

        try Painting(story, seed: seed, folder: site.pictures, threads: environment.threads).run(progress: progress, isCancelled: isCancelled)
        try check()
        let (files, arranged) = try fill(site, story, seed, environment, progress: progress, isCancelled: isCancelled)
        try check()
        try site.publish(DemonstrationMarker(photos: photos, seed: seed, state: DemonstrationState(of: site.library, environment: environment)))
        let elapsed = (ContinuousClock.now - started) / .seconds(1)
        return DemonstrationSummary(
            photos: story.shots.count { $0.kind != .video }, videos: story.shots.count { $0.kind == .video }, files: files, albums: arranged.albums,
            folders: arranged.folders, seconds: elapsed)
    }

    private static func fill(
        _ site: BuildingSite, _ story: Story, _ seed: UInt64, _ environment: Environment,
        progress: @escaping @Sendable (DemonstrationProgress) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws -> (files: Int, arranged: Arrangement.Count) {
        let library = try PhotoLibrary.create(at: site.library, environment: environment)
        defer { library.close() }
        let report = try importPictures(site.pictures, into: library, progress: progress, isCancelled: isCancelled)
        if isCancelled() { throw DemonstrationError.cancelled }
        progress(DemonstrationProgress(phase: .arranging, found: 1, done: 0, name: ""))
        var arrangement = Arrangement(story, library, seed: seed)
        return (report.found, try arrangement.run())
    }

    private static func importPictures(
        _ folder: URL, into library: PhotoLibrary, progress: @escaping @Sendable (DemonstrationProgress) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws -> ImportReport {
        var options = library.importOptions
        // The pictures were made for this library; their other names go with their folder.
        options.storage = .link
        options.author = "demo"
        let report = try library.importer(options).run(
            [folder.path],
            progress: { step in
                let (found, done) = step.pictures.map { ($0.found, $0.done) } ?? (step.found, step.done)
                progress(DemonstrationProgress(phase: .importing, found: found, done: done, name: step.currentName))
            }, isCancelled: isCancelled)
        if let failure = report.failed.first {
            throw DemonstrationError(
                .failed, "\(report.failed.count) of the pictures made for the demonstration could not be imported: \(failure.message)")
        }
        return report
    }

    /// What the demonstration at `url` was made with; `nil` where there is none.
    package static func marker(at url: URL) -> DemonstrationMarker? { DemonstrationMarker.read(in: url) }

    /// Makes room for another demonstration at `url`, and touches no other library.
    ///
    /// One that is as it was made goes. One that somebody put pictures into, or changed, is theirs: it is kept beside, under another name. So is one
    /// that can't be looked at.
    /// - Returns: where it is kept; `nil` where it is gone.
    package static func clear(_ url: URL, environment: Environment = .process) throws -> URL? {
        guard let marker = marker(at: url) else { throw BuildingSite.notADemonstration(url) }
        if let made = marker.state, made == (try? DemonstrationState(of: url, environment: environment)) {
            try BuildingSite.remove(url)
            return nil
        }
        return try BuildingSite.keep(url, on: environment.now())
    }
}

extension DemonstrationError {
    /// Whatever went wrong, as it is said to the program that ordered.
    init(_ error: any Error) {
        switch error {
        case let error as DemonstrationError: self = error
        case let error as LibraryError where error.code == .locked: self.init(.busy, error.message)
        case let error as LibraryError where [.cannotWrite, .exists].contains(error.code): self.init(.cannotWrite, error.message)
        case let error as ImportError where error.code == .cannotWrite: self.init(.cannotWrite, error.description)
        case let error as ImportError where error.code == .noDecoder: self.init(.noDecoder, error.description)
        default: self.init(.failed, String(describing: error))
        }
    }
}
