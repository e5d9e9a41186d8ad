import Foundation
import Photos
import PhotosTesting
import Synchronization

/// What the handlers of one request for a resource's bytes were told, in one order.
final class ResourceHistory: Sendable {
    private struct State {
        var words: [String] = []
        var data = Data()
        var calling = 0
    }

    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    /// Asks for data; `onPiece` runs in the handler, after what came was noted.
    @discardableResult
    func request(
        _ resource: PHAssetResource, _ options: PHAssetResourceRequestOptions? = nil, _ onPiece: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> PHAssetResourceDataRequestID {
        PHAssetResourceManager.default().requestData(for: resource, options: options) { piece in
            let isAlone = self.state.withLock { state in
                state.words.append("\(piece.count)" + (MainQueue.isCurrent ? " main" : ""))
                state.data += piece
                state.calling += 1
                return state.calling == 1
            }
            if !isAlone { self.note("two at once") }
            onPiece(piece.count)
            self.state.withLock { $0.calling -= 1 }
        } completionHandler: {
            self.end($0)
        }
    }

    func write(_ resource: PHAssetResource, to file: URL, _ options: PHAssetResourceRequestOptions? = nil) -> [String] {
        PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: options) { self.end($0) }
        return all()
    }

    func note(_ word: String) { state.withLock { $0.words.append(word) } }

    private func end(_ error: (any Error)?) {
        note((error.map { "error \(($0 as NSError).code)" } ?? "done") + (MainQueue.isCurrent ? " main" : ""))
        ended.signal()
    }

    /// Waits for the end.
    func all() -> [String] {
        ended.wait()
        return state.withLock { $0.words }
    }

    /// What came so far.
    var data: Data { state.withLock { $0.data } }
}

extension PHAsset {
    func resource(_ type: PHAssetResourceType) -> PHAssetResource? { PHAssetResource.assetResources(for: self).first { $0.type == type } }
}
