import Pixels
import Testing

@testable import Decoding

@Suite struct LocatorTests {
    static func locator(_ environment: [String: String], program: String? = nil, executables: Set<String>) -> DecoderLocator {
        DecoderLocator(environment: { environment[$0] }, program: program, isExecutable: { executables.contains($0) })
    }

    @Test func theOrderIsPathVariableProgramSearchPath() throws {
        let all: Set = ["/x/d", "/env/d", "/bin/photo-decoder", "/opt/bin/photo-decoder"]
        let environment = ["PHOTOS_DECODER": "/env/d", "PATH": "relative::/bin"]
        #expect(try Self.locator(environment, program: "/opt/bin/photos", executables: all).locate(path: "/x/d") == "/x/d")
        #expect(try Self.locator(environment, program: "/opt/bin/photos", executables: all).locate() == "/env/d")
        #expect(try Self.locator(["PATH": "/bin"], program: "/opt/bin/photos", executables: all).locate() == "/opt/bin/photo-decoder")
        #expect(try Self.locator(["PATH": "relative::/bin"], program: "/usr/photos", executables: all).locate() == "/bin/photo-decoder")
        #expect(throws: CodecError.self, "a relative folder is whoever's the process stands in") {
            try Self.locator(["PATH": "relative"], executables: ["relative/photo-decoder"]).locate()
        }
    }

    @Test func aNamedDecoderThatIsMissingIsAnErrorAndNoReasonToDoWithout() {
        for locate in [{ try Self.locator(["PHOTOS_DECODER": "/gone"], executables: []).locate() }, { try Self.locator([:], executables: []).locate(path: "/gone") }] {
            do {
                _ = try locate()
                Issue.record("found")
            } catch { #expect((error as? CodecError)?.code == .workerMissing && "\(error)".contains("/gone")) }
        }
    }

    /// There was a name that switched the sandbox off, and nothing found did so as well.
    @Test func withoutADecoderNothingDecodesAndTheErrorSaysHowToGetOne() throws {
        for environment in [[:], ["PATH": "/bin"], ["PHOTOS_DECODER": ""]] {
            let error = try #require(throws: CodecError.self) { try Self.locator(environment, program: "/opt/bin/photos", executables: []).makeDecoder() }
            #expect(error.code == .workerMissing)
            for remedy in ["photo-decoder", "beside the program", "PATH", "PHOTOS_DECODER", "'./photos'"] { #expect(error.message.contains(remedy), "\(error)") }
        }
        #expect(throws: CodecError.self) { try Self.locator(["PHOTOS_DECODER": "inprocess"], executables: ["/bin/photo-decoder"]).makeDecoder() }
    }
}
