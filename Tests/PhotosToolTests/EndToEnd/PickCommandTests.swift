import Foundation
import Glibc
import TestSupport
import Testing

/// `photos pick` and the person at its page.
@Suite struct PickCommandTests {
    /// The command, until somebody has chosen or it is told to end.
    private final class Picking {
        let process: Process
        /// Of the page, as the command told it.
        private(set) var address = ""
        private let output = Pipe(), errors = Pipe()

        convenience init(_ world: World, _ arguments: String...) throws {
            try self.init(Tool.process(Tool.executable, ["--library", world.library.path, "pick", "--no-open"] + arguments, [:]))
        }

        /// - Parameter process: says on standard error where to choose.
        init(_ process: Process) throws {
            self.process = process
            (process.standardOutput, process.standardError) = (output, errors)
            try process.run()
            var line: [UInt8] = []
            while let byte = try errors.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
            address = String(decoding: line, as: UTF8.self).firstMatch(of: #/http:[^ ]+/#).map { String($0.0) } ?? ""
        }

        /// What the person at the page does: follows the address, and answers.
        func answer(_ body: String, state: String = "confirmed") throws {
            let page = try #require(URL(string: address)), port = try #require(page.port), id = page.lastPathComponent
            let entry = try Knock(address)
            #expect(entry.status == 303)
            let cookie = "Cookie: \(try #require(entry.cookie))"
            #expect(try Knock("http://127.0.0.1:\(port)/pick/\(id)", [cookie]).status == 200)
            let reply = try Tool.shell(
                #"curl -sSf -H "$COOKIE" -H 'Content-Type: application/json' --data-binary "$BODY" "$ADDRESS""#,
                environment: ["COOKIE": cookie, "BODY": body, "ADDRESS": "http://127.0.0.1:\(port)/api/picker/sessions/\(id)/choice"])
            // What can't be chosen is answered as well, and leaves whoever asked waiting.
            try #require(reply.output.contains(#""state":"\#(state)""#), "\(reply.output) \(reply.errors)")
        }

        func end() throws -> (status: Int32, output: String, errors: String) {
            let printed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, printed, String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self))
        }
    }

    @Test func whatWasChosenIsListedInItsOrder() throws {
        let world = try World.imported(3)
        let ids = try world.photos("assets", "--json").output.split(separator: "\n").map { line in
            try #require((try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["localIdentifier"] as? String)
        }
        let picking = try Picking(world, "--limit", "2", "--identifiers", "--title", "For a post")
        try picking.answer("{\"assets\":[\"\(ids[2])\",\"\(ids[0])\"]}")
        let (status, output, _) = try picking.end()
        #expect(status == 0)
        #expect(output == "\(ids[2])\n\(ids[0])\n")
        let described = try Picking(world, "--json")
        try described.answer("{\"assets\":[\"\(ids[1])\"]}")
        let asset = try JSONSerialization.jsonObject(with: Data(try described.end().output.utf8)) as? [String: Any]
        #expect(asset?["localIdentifier"] as? String == ids[1])
    }

    @Test func nothingChosenIsAnExitStatusOfItsOwn() throws {
        let world = try World.imported(1)
        let picking = try Picking(world)
        try picking.answer("{}", state: "cancelled")
        let (status, output, errors) = try picking.end()
        #expect(status == 1 && output.isEmpty && errors.contains("Nothing was chosen."), "\(errors)")
        let stopped = try Picking(world)
        kill(stopped.process.processIdentifier, SIGINT)
        #expect(try stopped.end().status == 130)
    }

    /// A library that is served, for programs that ask for pickers.
    private static func served(_ world: World, _ body: (_ address: String, _ token: String) throws -> Void) throws {
        let token = world.folder.appending(path: "token")
        try Data("correct-horse-battery-staple\n".utf8).write(to: token)
        chmod(token.path, 0o600)
        let server = Tool.process(Tool.executable, ["--library", world.library.path, "serve", "--port", "0", "--token-file", token.path, "--json"]), output = Pipe()
        server.standardOutput = output
        try server.run()
        defer {
            server.terminate()
            server.waitUntilExit()
        }
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
        let port = try #require((try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])?["port"] as? Int)
        try body("http://127.0.0.1:\(port)", token.path)
    }

    @Test func theExampleInSwiftGetsTheBytesOfWhatWasChosen() throws {
        let world = try World.imported(2)
        try Self.served(world) { address, token in
            let picking = try Picking(Tool.process(ProgramRun.products.appending(path: "photo-pick"), [address, token], ["PHOTOS_LIBRARY": world.library.path]))
            let assets = try world.photos("assets", "--json").jsonLines, ids = assets.compactMap { $0["localIdentifier"] as? String }
            let sizes = assets.compactMap { ($0["resources"] as? [[String: Any]])?.first?["size"] as? Int }
            try picking.answer("{\"assets\":[\"\(ids[1])\",\"\(ids[0])\"]}")
            let (status, printed, errors) = try picking.end()
            #expect(status == 0 && printed == "\(ids[1]) \(sizes[1]) bytes\n\(ids[0]) \(sizes[0]) bytes\n", "\(printed) \(errors)")
        }
    }

    @Test func theExampleWithoutALibrarySavesTheVeryFilesOfWhatWasChosen() throws {
        let world = try World.imported(2), saved = world.folder.appending(path: "collected"), program = ProgramRun.products.appending(path: "photo-collect")
        try Self.served(world) { address, token in
            let ids = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
            let picking = try Picking(Tool.process(program, [address, token, saved.path], [:]))
            try picking.answer("{\"assets\":[\"\(ids[1])\",\"\(ids[0])\"]}")
            let (status, printed, errors) = try picking.end()
            #expect(status == 0 && printed == "\(saved.path)/1-IMG_1001.jpg\n\(saved.path)/2-IMG_1000.jpg\n", "\(printed) \(errors)")
            for (name, copy) in [("IMG_1000.jpg", "2-IMG_1000.jpg"), ("IMG_1001.jpg", "1-IMG_1001.jpg")] {
                #expect(try Data(contentsOf: saved.appending(path: copy)) == Data(contentsOf: world.pictures.appending(path: name)), "\(name)")
            }
            let cancelled = try Picking(Tool.process(program, [address, token, saved.path], [:]))
            try cancelled.answer("{}", state: "cancelled")
            let outcome = try cancelled.end()
            #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("Nothing was chosen."), "\(outcome.errors)")
        }
    }

    @Test func theExampleInTheShellSavesWhatWasChosen() throws {
        let world = try World.imported(2), saved = world.folder.appending(path: "saved")
        try Self.served(world) { address, token in try Self.save(world, saved, address, token) }
    }

    private static func save(_ world: World, _ saved: URL, _ address: String, _ token: String) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples/picker/pick.sh").standardizedFileURL
        let picking = try Picking(Tool.process(script, [address, token, saved.path]))
        let ids = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        try picking.answer("{\"assets\":[\"\(ids[1])\",\"\(ids[0])\"]}")
        let (status, printed, errors) = try picking.end()
        #expect(status == 0 && printed == "\(saved.path)/1-IMG_1001.jpg\n\(saved.path)/2-IMG_1000.jpg\n", "\(printed) \(errors)")
        for name in ["IMG_1000.jpg", "IMG_1001.jpg"] {
            let copy = saved.appending(path: name == "IMG_1001.jpg" ? "1-\(name)" : "2-\(name)")
            #expect(try Data(contentsOf: copy) == Data(contentsOf: world.pictures.appending(path: name)), "\(name)")
        }
    }

    @Test(arguments: [["--limit", "-1"], ["--limit", "2", "--minimum", "3"], ["--filter", "cats"], ["--port", "70000"]])
    func optionsThatMakeNoSenseAreWrongUsage(_ arguments: [String]) throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let result = try Tool.run(["--library", world.library.path, "pick"] + arguments)
        #expect(result.status == 64 && result.errors.contains(arguments[arguments.count - 2]), "\(result.errors)")
    }
}
