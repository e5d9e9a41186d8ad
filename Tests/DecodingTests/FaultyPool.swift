import Foundation
import Glibc
import Pixels

@testable import Decoding

/// A pool of decoders that misbehave on command, and files to give them.
enum FaultyPool {
    static let program: String? = beside("photo-decoder-faults")
    static let realProgram: String? = beside("photo-decoder")

    static func make(program: String? = FaultyPool.program, _ change: (inout DecoderOptions) -> Void = { _ in }) throws -> DecoderPool {
        var options = DecoderOptions()
        options.workers = 1
        options.spares = 0
        // For a machine that has much else to do. Whoever tests what takes too long allows less.
        options.requestSeconds = 120
        change(&options)
        return try DecoderPool(path: program ?? "", options: options)
    }

    /// A file with these bytes that has no name any more; the caller closes it.
    static func file(_ bytes: [UInt8] = [1, 2, 3]) -> Int32 {
        var path = Array("/tmp/decoding-tests-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(path)
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        return descriptor
    }

    /// The ends for reading and for writing. What other tests start at the same time must not keep them open.
    static func pipe() -> [Int32] {
        var ends: [Int32] = [-1, -1]
        _ = Glibc.pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// The result of one examination, with the name as the command.
    static func examine(_ pool: DecoderPool, _ command: String, _ descriptor: Int32? = nil) -> Result<Examination, CodecError> {
        let own = descriptor ?? file()
        defer { if descriptor == nil { close(own) } }
        do throws(CodecError) { return .success(try pool.examine(MediaSource(descriptor: own, name: command), ExamineOptions())) } catch {
            return .failure(error)
        }
    }

    static func failure(_ pool: DecoderPool, _ command: String) -> CodecError? {
        if case .failure(let error) = examine(pool, command) { error } else { nil }
    }

    private static func beside(_ name: String) -> String? {
        guard let test = DecoderLocator.runningProgram, let slash = test.lastIndex(of: "/") else { return nil }
        let candidates =
            [String(test[..<slash])]
            + CommandLine.arguments.compactMap { argument in
                argument.range(of: "/", options: .backwards).map { String(argument[..<$0.lowerBound]) }
            }
        return candidates.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }
}
