import Foundation
import Photos

extension OptionMatrix {
    /// Makes a request and records its history. Asynchronous ones are made on the main queue: while it is busy with that, whatever comes
    /// can only come out of the request itself.
    static func record(isSynchronous: Bool = false, _ body: @escaping (History) -> PHImageRequestID) -> History {
        let history = History()
        // Guarded by `sync`, which returns before anybody else could have it.
        nonisolated(unsafe) let body = body
        if isSynchronous { history.during(body) } else { DispatchQueue.main.sync { history.during(body) } }
        return history
    }

    static func request(
        _ cell: Cell, for asset: PHAsset, from manager: PHImageManager = .default(), _ change: @escaping (PHImageRequestOptions) -> Void = { _ in }
    ) -> History {
        record(isSynchronous: cell.isSynchronous) { history in
            let options = cell.options
            change(options)
            return manager.requestImage(for: asset, targetSize: cell.target.size, contentMode: cell.content, options: options, resultHandler: history.image)
        }
    }

    /// Tells whether there were bytes, and which by what `name` makes of them.
    static func requestData(
        of asset: PHAsset, _ options: PHImageRequestOptions? = nil, _ name: @escaping (Data, String?, CGImagePropertyOrientation) -> String = { _, _, _ in "data" }
    ) -> History {
        record(isSynchronous: options?.isSynchronous == true) { history in
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) { data, type, orientation, info in
                history.note(data.map { .bytes(name($0, type, orientation)) } ?? .nothing, info)
            }
        }
    }

    /// Runs cells one after the other, gives what differs from the table, and gives up when handlers are waited for in vain.
    /// - Parameter prepare: brings the world back to what it was before the first of them.
    static func differences(
        _ cells: [Cell], in world: World, prepare: (Cell) throws -> Void, expected: (Cell) -> [Expected], request: (Cell) -> History
    ) throws -> [String] {
        var heard: [(cell: Cell, history: History, expected: [Expected])] = []
        var stalls: [String] = []
        for cell in cells where stalls.count < 3 {
            try prepare(cell)
            let expected = expected(cell), history = request(cell)
            heard.append((cell, history, expected))
            if !history.wait(for: expected.count) { stalls.append("\(cell): a call was waited for in vain") }
        }
        // As many calls came as the table says. Whatever comes too much has come when later requests are answered.
        if stalls.isEmpty { try world.finish() }
        return stalls + heard.compactMap { cell, history, expected in history.difference(from: expected).map { "\(cell): \($0)" } }
    }

    static func report(_ differences: [String]) -> String { "\(differences.count) cells differ:\n\(differences.prefix(15).joined(separator: "\n"))" }

    private static let rows: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        return queue
    }()

    /// Off Swift's cooperative pool, whose threads are not to be held up; two at a time.
    static func elsewhere<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { done in rows.addOperation { done.resume(with: Result { try body() }) } }
    }
}
