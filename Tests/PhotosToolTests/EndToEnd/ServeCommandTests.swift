import Foundation
import Glibc
import Testing

@Suite struct ServeCommandTests {
    /// `photos serve`, until it is told to end.
    private final class Served {
        let process: Process
        let firstLine: String
        private let output = Pipe(), errors = Pipe()

        init(_ world: World, _ arguments: String...) throws {
            process = Tool.process(Tool.executable, ["--library", world.library.path, "serve"] + arguments)
            (process.standardOutput, process.standardError) = (output, errors)
            try process.run()
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
            firstLine = String(decoding: line, as: UTF8.self)
        }

        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(firstLine.utf8))) as? [String: Any] ?? [:] }

        func end(_ signal: Int32) throws -> (status: Int32, errors: String) {
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func itSaysWhereAndEndsQuietlyWhenItIsTold(_ signal: Int32) throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let served = try Served(world, "--port", "0")
        #expect(served.firstLine.contains(/^Serving .+ at http:\/\/127\.0\.0\.1:[0-9]+\/ \(Ctrl-C stops\)$/), "\(served.firstLine)")
        let (status, errors) = try served.end(signal)
        #expect(status == 0)
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test func aPortThatIsTakenIsToldWithTheRemedy() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let served = try Served(world, "--port", "0", "--json")
        let port = try #require(served.json["port"] as? Int)
        #expect(served.json["url"] as? String == "http://127.0.0.1:\(port)/" && served.json["host"] as? String == "127.0.0.1" && served.json["token"] is NSNull)
        let second = try world.photos("serve", "--port", "\(port)")
        #expect(second.status == 69 && second.output.isEmpty)
        #expect(second.errors.contains("port \(port)") && second.errors.contains("--port 0"), "\(second.errors)")
        #expect(try served.end(SIGINT).status == 0)
    }

    @Test func anAddressThatOthersReachGetsAToken() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let served = try Served(world, "--host", "0.0.0.0", "--port", "0", "--json")
        let token = try #require(served.json["token"] as? String)
        #expect(token.count == 24)
        #expect((served.json["url"] as? String)?.hasSuffix("/?token=\(token)") == true)
        #expect(try served.end(SIGINT).status == 0)
        #expect(try world.photos("serve", "--token", "short").status == 64)
        #expect(try world.photos("serve", "--port", "65536").status == 64)
    }

    @Test func withoutALibraryThereIsNothingToServe() throws {
        let result = try World().photos("serve", "--port", "0")
        #expect(result.status == 66)
        #expect(result.errors.contains("photos init"), "\(result.errors)")
    }
}
