import Foundation
import LibraryEngine

/// Hands a resource's bytes to a request one piece after the other: the next is read when the last was taken, so that whoever takes their time keeps one
/// piece in memory and no thread waiting.
final class ResourceDelivery: Sendable {
    private static let pieceSize = 1 << 20

    private let pieces: ResourcePieces
    private let request: ClientRequest<Data>
    private let turn: FetchingWork<Data>.Turn

    private init(_ pieces: ResourcePieces, _ request: ClientRequest<Data>, _ turn: FetchingWork<Data>.Turn) {
        (self.pieces, self.request, self.turn) = (pieces, request, turn)
    }

    /// One try, which ends after the last piece.
    static func of(_ source: ResourceSource, to request: ClientRequest<Data>) -> FetchingWork<Data>.Attempt {
        { turn in
            OperationQueue.resourceData.addOperation {
                guard turn.isWanted else { return turn.end(.failure(CancellationError())) }
                do { ResourceDelivery(try source.open().pieces(), request, turn).step(isFirst: true) } catch { turn.end(.failure(error)) }
            }
            return { turn.end(.failure(CancellationError())) }
        }
    }

    private func step(isFirst: Bool) {
        guard turn.isWanted else { return }
        do {
            guard let piece = try pieces.next(Self.pieceSize) else {
                // Who reads nothing is told so once, as Apple's documentation has it.
                if isFirst { request.deliver(.degraded(Data())) }
                return turn.end(.success(Data()))
            }
            request.deliver(.degraded(piece)) { OperationQueue.resourceData.addOperation { self.step(isFirst: false) } }
        } catch {
            turn.end(.failure(error))
        }
    }
}

extension OperationQueue {
    fileprivate static let resourceData = reading("photos.resource-data")
    static let resourceFiles = reading("photos.resource-files")
}
