import Foundation
import Pixels
import Testing

@testable import Imaging

@Suite struct TimedOutFilesTests {
    private func withFile<Result>(_ bytes: Int, _ body: (Int32) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try Data(count: bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        return try body(descriptor)
    }

    @Test func whatTookTooLongIsRememberedUntilItIsForgotten() throws {
        let files = TimedOutFiles()
        try withFile(10) { slow in
            #expect(files.error(slow) == nil)
            files.note(slow, CodecError(.timedOut, "It took too long."))
            #expect(files.error(slow)?.code == .timedOut)
            try withFile(10) { other in #expect(files.error(other) == nil) }
            files.forget()
            #expect(files.error(slow) == nil)
        }
    }

    @Test func otherErrorsAreNoReasonNotToTryAgain() throws {
        let files = TimedOutFiles()
        try withFile(10) { file in
            files.note(file, CodecError(.damaged, "It is cut off."))
            #expect(files.error(file) == nil)
        }
    }

    @Test func aFileThatChangedIsTriedAgain() throws {
        let files = TimedOutFiles()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try Data(count: 10).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let descriptor = open(path, O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        files.note(descriptor, CodecError(.timedOut, "It took too long."))
        #expect(files.error(descriptor) != nil)
        try #require(ftruncate(descriptor, 11) == 0)
        #expect(files.error(descriptor) == nil)
    }
}
