import Catalog
import Cloud
import Foundation
import Imaging
import PhotoModel

/// What sending previews did.
package struct PreviewReport: Sendable, Equatable {
    package var files = 0
    package var bytes: Int64 = 0
    /// There may be more: as many were sent as were asked for, or somebody wanted it to end.
    package var isCutShort = false

    package init() {}
}

extension PhotoLibrary {
    /// Uploads the previews that the store does not have, of files that it has, so that another machine sees a photo without its original. The pictures come out of what
    /// was made here already; none is made for this.
    ///
    /// They come after everything else, since without them nothing is lost. What was sent before it ends stays, and the next call goes on.
    /// - Parameter most: about how many are sent, or found to be there; whoever has more to do comes to that in between.
    /// - Throws: a `LibraryError`.
    package func uploadPreviews(atMost most: Int = .max, _ work: CloudWork = CloudWork()) throws -> PreviewReport {
        do {
            let (pass, position) = try catalog.read { (try $0.previewPass(), try $0.position) }
            // Nobody is asked where nothing is new.
            guard pass.target != nil || pass.reached != position.rawValue else { return PreviewReport() }
            return try waiting { try await self.previewRound(most, work) }
        } catch {
            throw LibraryError(cloud: error)
        }
    }

    private func previewRound(_ most: Int, _ work: CloudWork) async throws -> PreviewReport {
        try catalog.requireWritable()
        let (store, settings) = try await connectedStore()
        return try await PreviewUpload(library: self, store: store, settings: settings, work: work).run(atMost: most)
    }

    /// The store has all that there are to be had.
    func noteAllPreviews() throws {
        let position = try catalog.read { try $0.position }
        try catalog.write(author: "cloud") { try $0.setPreviewPass(PreviewPass(reached: position.rawValue)) }
    }
}

/// How far the previews of a library are in its store.
struct PreviewPass: Codable, Sendable, Equatable {
    /// The change up to which there is nothing more to send; `nil` before the first pass was through.
    var reached: Int64?
    /// Of the pass that goes on: the change that it reaches to, and the row of the asset that it is through with.
    var target: Int64?
    var last: Int64 = 0

    /// A row of `cloud_file` that stands for no file.
    fileprivate static let mark = CloudPreview.prefix + "*"
}

extension CatalogReader {
    /// One that can't be read begins anew: what is there is found to be there.
    func previewPass() throws -> PreviewPass {
        try cloudFile(path: PreviewPass.mark)?.upload.flatMap { try? JSONDecoder().decode(PreviewPass.self, from: $0) } ?? PreviewPass()
    }
}

extension CatalogWriter {
    func setPreviewPass(_ pass: PreviewPass) throws {
        let text = try JSONEncoder().encode(pass)
        try updateCloudFile(path: PreviewPass.mark) { $0.upload = text }
    }
}

/// One pass over the assets that may have other previews than before, or a part of one.
private struct PreviewUpload: Sendable {
    let library: PhotoLibrary
    let store: any CloudStore
    let settings: CloudSettings
    let work: CloudWork

    /// Assets that are looked at in one step, whose rows are one commit.
    private static let batch = 64

    private struct Preview: Sendable {
        let key: String
        let uuid: UUID
        let revision: Int64
        /// What is there was found to be damaged.
        let replaces: Bool
    }

    private enum Outcome: TransferOutcome {
        case sent(key: String, etag: String, bytes: Int)
        /// There already, from another machine or before a crash.
        case isThere(key: String, etag: String)
        case failed(key: String, CloudError)
        /// Not made yet, or not worth its while.
        case unmade

        var failure: CloudError? { if case .failed(_, let error) = self { error } else { nil } }
    }

    func run(atMost most: Int) async throws -> PreviewReport {
        let (known, position) = try library.catalog.read { (try $0.previewPass(), try $0.position) }
        var pass = known
        if pass.target == nil { (pass.target, pass.last) = (position.rawValue, 0) }
        let limiter = settings.bytesPerSecond.map { RateLimiter(bytesPerSecond: $0) }
        var report = PreviewReport(), asked = 0, rest = try changedIDs(pass)?[...]
        while true {
            guard !work.isCancelled(), asked < most else {
                report.isCutShort = true
                break
            }
            let page = try rest.map { Array($0.prefix(Self.batch)) } ?? anyAssets(after: pass.last)
            rest = rest?.dropFirst(Self.batch)
            guard let end = page.last else {
                // What was changed meanwhile is for the next pass.
                pass = PreviewPass(reached: pass.target)
                break
            }
            let found = try previews(of: page)
            if !found.isEmpty {
                let byFile = Dictionary(found.map { ($0.file.id, $0.preview) }, uniquingKeysWith: { first, _ in first })
                let (outcomes, general) = await work.each(found.map { $0.file }, atATime: settings.transfers) { file -> Outcome in
                    guard let preview = byFile[file.id] else { return .unmade }
                    return await send(preview, of: file, limiter)
                }
                asked += try keep(outcomes, &report)
                if let general { throw general }
                if work.isCancelled() { continue }
            }
            pass.last = end
        }
        try library.catalog.write(author: "cloud") { try $0.setPreviewPass(pass) }
        return report
    }

    private func anyAssets(after last: Int64) throws -> [Int64] { try library.catalog.read { try $0.assetVersions(afterID: last, limit: Self.batch) }.map(\.id) }

    /// Rows of the assets of this pass, in order; `nil` for all of them.
    private func changedIDs(_ pass: PreviewPass) throws -> [Int64]? {
        guard let reached = pass.reached.map({ ChangePosition(rawValue: $0) }) else { return nil }
        let last = pass.last
        return try library.catalog.read { reader -> [Int64]? in
            guard try reader.remembers(reached) else { return nil }
            return try Set(reader.changedAssetIDs(after: reached)).filter { $0 > last }.sorted()
        }
    }

    /// What the store may not have, of sound files that it has.
    private func previews(of ids: [Int64]) throws -> [(file: ResourceRecord, preview: Preview)] {
        try library.catalog.read { reader in
            var found: [(file: ResourceRecord, preview: Preview)] = []
            for id in ids {
                guard let asset = try reader.asset(id: id), asset.damage == nil, let shown = try reader.resources(assetID: id).current(of: asset), shown.isInCloud,
                    shown.damage == nil, let key = CloudPreview.key(of: shown)
                else { continue }
                let known = try reader.cloudFile(path: key)
                guard known?.etag == nil else { continue }
                found.append((shown, Preview(key: key, uuid: asset.uuid, revision: asset.revision, replaces: known?.failure != nil)))
            }
            return found
        }
    }

    private func send(_ preview: Preview, of file: ResourceRecord, _ limiter: RateLimiter?) async -> Outcome {
        let key = preview.key
        guard let bytes = library.derivatives.sealedPreview(uuid: preview.uuid, revision: preview.revision), CloudPreview.isWorthKeeping(bytes.count, of: file.size) else {
            return .unmade
        }
        let whole = BytesBody(bytes)
        let body: any UploadBody = limiter.map { LimitedBody(body: whole, limiter: $0) } ?? whole
        do throws(CloudError) {
            let facts = try await store.put(key, body, condition: preview.replaces ? .none : .ifAbsent) { _ in }
            return .sent(key: key, etag: facts.etag, bytes: bytes.count)
        } catch {
            guard error.code == .preconditionFailed else { return .failed(key: key, error) }
        }
        do throws(CloudError) {
            let facts = try await store.head(key)
            return .isThere(key: key, etag: facts.etag)
        } catch {
            return .failed(key: key, error)
        }
    }

    /// - Returns: how many previews the store has by now, whoever sent them.
    private func keep(_ outcomes: [Outcome], _ report: inout PreviewReport) throws -> Int {
        var known: [(key: String, etag: String)] = []
        for outcome in outcomes {
            switch outcome {
            case .sent(let key, let etag, let bytes):
                known.append((key, etag))
                (report.files, report.bytes) = (report.files + 1, report.bytes + Int64(bytes))
            case .isThere(let key, let etag): known.append((key, etag))
            // It is looked at again when its photo changes. The original is there.
            case .failed(let key, let error): library.environment.log(.info, "The preview \(key) was not uploaded: \(error.message)")
            case .unmade: break
            }
        }
        guard !known.isEmpty else { return 0 }
        try library.catalog.write(author: "cloud") { writer in
            for (key, etag) in known { try writer.updateCloudFile(path: key) { ($0.etag, $0.failure) = (etag, nil) } }
        }
        var progress = CloudProgress()
        (progress.files, progress.bytes, progress.name) = (report.files, report.bytes, known.last?.key ?? "")
        work.progress(progress)
        return known.count
    }
}
