import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ServeCommandTests {
    /// `photos serve`, until it is told to end.
    private final class Served {
        let process: Process
        let firstLine: String
        private let output = Pipe(), errors = Pipe()

        convenience init(_ world: World, _ arguments: String...) throws { try self.init(world, arguments, [:]) }

        init(_ world: World, _ arguments: [String], _ environment: [String: String]) throws {
            process = Tool.process(Tool.executable, ["--library", world.library.path, "serve"] + arguments, environment)
            (process.standardOutput, process.standardError) = (output, errors)
            try process.run()
            var line: [UInt8] = []
            while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
            firstLine = String(decoding: line, as: UTF8.self)
        }

        /// A test that breaks off leaves no server behind.
        deinit {
            guard process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
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
        #expect(served.firstLine.contains(/^Serving .+ at http:\/\/127\.0\.0\.1:[0-9]+\/\?key=[0-9a-f]{32} \(Ctrl-C stops\)$/), "\(served.firstLine)")
        let (status, errors) = try served.end(signal)
        #expect(status == 0)
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test func aPortThatIsTakenIsToldWithTheRemedy() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let served = try Served(world, "--port", "0", "--json")
        let port = try #require(served.json["port"] as? Int)
        #expect((served.json["url"] as? String)?.hasPrefix("http://127.0.0.1:\(port)/?key=") == true && served.json["host"] as? String == "127.0.0.1")
        let second = try world.photos("serve", "--port", "\(port)")
        #expect(second.status == 69 && second.output.isEmpty)
        #expect(second.errors.contains("port \(port)") && second.errors.contains("--port 0"), "\(second.errors)")
        #expect(try served.end(SIGINT).status == 0)
    }

    @Test(arguments: ["phtos.invalid", "192.0.2.1"]) func aHostThatIsNotThisMachineIsWrongUsage(_ host: String) throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let result = try world.photos("serve", "--port", "0", "--host", host)
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("photos: \(host) is no ") && result.errors.contains("`ip address` lists those it has"), "\(result.errors)")
    }

    @Test func thePrintedAddressLetsOneInOnceSoThatAStolenLogOpensNothing() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        for host in ["127.0.0.1", "0.0.0.0"] {
            let served = try Served(world, "--host", host, "--port", "0", "--json")
            let url = try #require(served.json["url"] as? String), port = try #require(served.json["port"] as? Int)
            let page = "http://127.0.0.1:\(port)/"
            #expect(try Knock(page).status == 401)
            let entry = try Knock(url)
            #expect(entry.status == 303)
            #expect(try Knock(page, ["Cookie: \(try #require(entry.cookie))"]).status == 200)
            #expect(try Knock(url).status == 401)
            #expect(try served.end(SIGINT).status == 0)
        }
    }

    @Test func aTokenComesFromTheEnvironmentOrAFileAndIsNeverPrinted() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let token = "correct-horse-battery-staple"
        let file = world.folder.appending(path: "token")
        try Data((token + "\n").utf8).write(to: file)
        chmod(file.path, 0o600)
        for (arguments, environment) in [
            ([], ["PHOTOS_TOKEN": token]), (["--token-file", file.path], [:]), (["--token-file", file.path], ["PHOTOS_TOKEN": "some other token 1"]),
        ] {
            let served = try Served(world, arguments + ["--port", "0", "--json"], environment)
            let port = try #require(served.json["port"] as? Int)
            let page = "http://127.0.0.1:\(port)/"
            #expect(try Knock(page, ["Authorization: Bearer \(token)"]).status == 200)
            #expect(try Knock(page, ["Authorization: Bearer some other token 1"]).status == 401)
            #expect(!served.firstLine.contains(token))
            #expect(try String(contentsOfFile: "/proc/\(served.process.processIdentifier)/cmdline", encoding: .utf8).contains(token) == false)
            let (status, errors) = try served.end(SIGINT)
            #expect(status == 0 && errors.isEmpty, "\(errors)")
        }
    }

    @Test func aTokenThatIsNoSecretIsRefusedWithTheRemedy() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let file = world.folder.appending(path: "token")
        try Data("correct-horse-battery-staple\n".utf8).write(to: file)
        for command in ["serve", "demo"] {
            func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramRun {
                let place = command == "serve" ? ["--library", world.library.path] : []
                return try Tool.run(place + [command, "--port", "0"] + arguments, environment: environment)
            }
            let shown = try run("--token", "correct-horse-battery-staple")
            #expect(shown.status == 64 && shown.errors.contains("--token-file") && shown.errors.contains("PHOTOS_TOKEN"), "\(shown)")
            #expect(!shown.errors.contains("correct-horse"), "nor is it repeated")
            for mode in [0o644, 0o640, 0o604] as [mode_t] {
                chmod(file.path, mode)
                let open = try run("--token-file", file.path)
                #expect(open.status == 65 && open.errors.contains("chmod 600 \(file.path)"), "\(open)")
            }
            let missing = try run("--token-file", file.path + "x")
            #expect(missing.status == 65 && missing.errors.contains("No such file"), "\(missing)")
            #expect(try run("--token-file", world.folder.path).status == 65)
            for short in ["short", "with spaces is no token", "quote\"quote\"quote\"quote"] {
                let result = try run(environment: ["PHOTOS_TOKEN": short])
                #expect(result.status == 64 && result.errors.contains("PHOTOS_TOKEN") && !result.errors.contains(short), "\(result)")
            }
            #expect(try run("--port", "65536").status == 64)
        }
    }

    @Test func behindAProxyThePrintedAddressIsTheProxysAndAWrongOneIsToldSo() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let served = try Served(world, "--port", "0", "--json", "--public-url", "https://photos.example.org/")
        let url = try #require(served.json["url"] as? String), port = try #require(served.json["port"] as? Int)
        #expect(url.hasPrefix("https://photos.example.org/?key="))
        #expect(try Knock("http://127.0.0.1:\(port)/?\(url.split(separator: "?")[1])").status == 303, "the proxy passes it on")
        #expect(try served.end(SIGINT).status == 0)
        for wrong in ["photos.example.org", "https://photos.example.org/gallery"] {
            let result = try world.photos("serve", "--public-url", wrong)
            #expect(result.status == 64 && result.errors.contains("--public-url") && result.errors.contains("https://photos.example.org"), "\(result)")
        }
    }

    @Test func tilesAreServedToNobodyWithoutACreditAndFromNoWrongAddress() throws {
        let world = try World(), right = "https://tiles.example.org/{z}/{x}/{y}.png", credit = ["--map-credit", "© Somebody"]
        #expect(try world.photos("init").status == 0)
        let proxied = ["--public-url", "https://photos.example.org"]
        let wrong: [([String], String)] = [
            (["--map-tiles", right], "--map-tiles and --map-credit go together"), (credit, "--map-tiles and --map-credit go together"),
            (["--map-tiles", right, "--map-credit", " "], "whose its tiles are"), (["--map-tiles", "https://tiles.example.org/"] + credit, "behind its server, each once"),
            (["--map-tiles", "https://{s}.example.org/{z}/{x}/{y}.png"] + credit, "one host name"),
            (["--map-tiles", "http://tiles.example.org/{z}/{x}/{y}.png"] + credit + proxied, "Name an address of https://."),
        ]
        for (arguments, words) in wrong {
            let result = try world.photos(["serve"] + arguments)
            #expect(result.status == 64 && result.errors.contains("--map-tiles") && result.errors.contains(words), "\(result)")
        }
        let served = try Served(world, ["--port", "0", "--json", "--map-tiles", right] + credit, [:])
        #expect(served.json["url"] != nil)
        #expect(try served.end(SIGINT).status == 0)
    }

    @Test func aBrowserIsOpenedByAFileOfOnesOwnSinceArgumentsShowToEverybody() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let runtime = world.folder.appending(path: "runtime"), programs = world.folder.appending(path: "programs"), seen = world.folder.appending(path: "seen")
        for folder in [runtime, programs] { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        let opener = programs.appending(path: "xdg-open")
        try Data("#!/bin/sh\n{ echo \"$@\"; stat -c %a \"$1\"; cat \"$1\"; env; } > \(seen.path).part && mv \(seen.path).part \(seen.path)\n".utf8).write(to: opener)
        chmod(opener.path, 0o755)
        let served = try Served(
            world, ["--port", "0", "--json", "--open"],
            [
                "DISPLAY": ":0", "XDG_RUNTIME_DIR": runtime.path, "HOME": world.folder.path, "PATH": "\(programs.path):/usr/bin:/bin",
                "PHOTOS_TOKEN": "correct-horse-battery-staple",
            ])
        _ = try FileListener(world.folder).wait { FileManager.default.fileExists(atPath: seen.path) || !served.process.isRunning }
        let lines = try String(contentsOf: seen, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix(runtime.path + "/photos-") && lines[0].hasSuffix(".html") && !lines[0].contains("key="), "\(lines)")
        #expect(lines[1] == "600")
        let address = try #require(lines[2].firstMatch(of: /url=(http[^"]+)"/)).1
        #expect(!lines.contains { $0.contains("correct-horse") }, "nor does the browser inherit the token")
        #expect(String(address) != served.json["url"] as? String, "the printed address is still good")
        #expect(try Knock(String(address)).status == 303)
        #expect(try Knock(try #require(served.json["url"] as? String)).status == 303)
        #expect(try served.end(SIGINT).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime.path) == [], "and the file goes")
    }

    @Test func enterPrintsAnotherAddress() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let terminal = try Terminal(["--library", world.library.path, "serve", "--port", "0"], columns: 120, hasKeyboard: true)
        #expect(terminal.wait { $0.contains("Enter prints another.") }, "\(terminal.text)")
        terminal.type("\n")
        let first = try #require(terminal.waitForOutput { $0.firstMatch(of: /Serving .* at (http\S+)/)?.1 })
        let second = try #require(terminal.waitForOutput { $0.firstMatch(of: /Another address: (http\S+)/)?.1 })
        #expect(first != second)
        for address in [first, second] { #expect(try Knock(String(address)).status == 303) }
        // Ctrl-C, as the terminal passes it on to whatever is in its foreground.
        terminal.type("\u{3}")
        #expect(try terminal.finish().status == 0)
    }

    @Test func withoutALibraryThereIsNothingToServe() throws {
        let result = try World().photos("serve", "--port", "0")
        #expect(result.status == 66)
        #expect(result.errors.contains("photos init"), "\(result.errors)")
    }
}
