import Dispatch
import Foundation
import Glibc
import Photos

/// An extension as a program of its own.
enum UploadProgram {
    nonisolated(nonsending) static func run(_ caller: UploadCaller) async throws {
        let caller = Handed(caller)
        let work = Task { try await UploadHost(.shared()).run(caller.value) }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { work.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        guard try await work.value != .failure else {
            throw PHPhotosError(code: .internalError, message: "The extension could not do its part, and said no more.")
        }
    }

    /// The extension goes to one task and stays there.
    private struct Handed<Value>: @unchecked Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }
}
