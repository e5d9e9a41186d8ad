import Codecs
import Testing

@testable import Decoding

@Suite struct LocatorTests {
    static func locator(_ environment: [String: String], program: String? = nil, executables: Set<String>) -> DecoderLocator {
        DecoderLocator(environment: { environment[$0] }, program: program, isExecutable: { executables.contains($0) })
    }

    @Test func theOrderIsPathVariableProgramSearchPath() throws {
        let all: Set = ["/x/d", "/env/d", "/bin/photo-decoder", "/opt/bin/photo-decoder"]
        let environment = ["PHOTOS_DECODER": "/env/d", "PATH": "relative::/bin"]
        #expect(try Self.locator(environment, program: "/opt/bin/photos", executables: all).locate(path: "/x/d") == .worker("/x/d"))
        #expect(try Self.locator(environment, program: "/opt/bin/photos", executables: all).locate() == .worker("/env/d"))
        #expect(try Self.locator(["PATH": "/bin"], program: "/opt/bin/photos", executables: all).locate() == .worker("/opt/bin/photo-decoder"))
        #expect(try Self.locator(["PATH": "relative::/bin"], program: "/usr/photos", executables: all).locate() == .worker("/bin/photo-decoder"))
        #expect(try Self.locator(["PATH": "relative"], executables: ["relative/photo-decoder"]).locate() == .inProcess(isWanted: false))
    }

    @Test func aNamedDecoderThatIsMissingIsAnErrorAndNoReasonToDoWithout() {
        for locate in [{ try Self.locator(["PHOTOS_DECODER": "/gone"], executables: []).locate() }, { try Self.locator([:], executables: []).locate(path: "/gone") }] {
            do {
                _ = try locate()
                Issue.record("found")
            } catch { #expect((error as? CodecError)?.code == .workerMissing && "\(error)".contains("/gone")) }
        }
    }

    @Test func decodingWithoutAWorkerIsSaidOnceAndOnlyWhereNobodyAskedForIt() throws {
        let lines = Monitor<[String]>([])
        var options = DecoderOptions()
        options.log = { line in lines.change { $0.append(line) } }
        #expect(try Self.locator(["PHOTOS_DECODER": "inprocess"], executables: []).makeDecoder(options: options) is InProcessDecoder)
        #expect(lines.read { $0.isEmpty })
        #expect(try Self.locator([:], executables: []).makeDecoder(options: options) is InProcessDecoder)
        #expect(lines.read { $0.count } == 1)
    }
}
