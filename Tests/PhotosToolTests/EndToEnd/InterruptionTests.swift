import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.serialized) struct InterruptionTests {
    /// Whether a bar was drawn that counts at least one file as done.
    private static func hasBegun(_ text: String) -> Bool { text.contains(/[1-9][0-9]* of [0-9]+/) }

    @Test func theFirstControlCFinishesTheFilesAtHandAndTheNextImportTheRest() throws {
        let world = try World()
        try world.addPictures(400, width: 300, height: 200)
        let terminal = try Terminal(["--library", world.library.path, "import", world.pictures.path, "--json"])
        #expect(terminal.wait(until: Self.hasBegun), "a bar is drawn on a terminal: \(terminal.text)")
        terminal.signal(SIGINT)
        let (status, output) = try terminal.finish()
        #expect(status == 130, "\(terminal.text)")
        #expect(terminal.text.contains("Stopping after the files at hand"))

        let report = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let imported = try #require(report["imported"] as? Int)
        #expect(report["interrupted"] as? Bool == true && imported < 400)
        #expect(try world.photos("assets", "--json").lines.count == imported, "what was reported is what is there")
        #expect(try world.photos("verify").status == 0)
        let rest = try world.photos("import", world.pictures.path, "--json")
        #expect(rest.status == 0 && rest.json["imported"] as? Int == 400 - imported && rest.json["duplicates"] as? Int == imported, "\(rest)")
    }

    @Test func theSecondControlCEndsAtOnceAndLosesNothing() throws {
        let world = try World()
        try world.addPictures(400, width: 300, height: 200)
        let terminal = try Terminal(["--library", world.library.path, "import", world.pictures.path])
        #expect(terminal.wait(until: Self.hasBegun))
        terminal.signal(SIGTERM)
        #expect(terminal.wait { $0.contains("Stopping") })
        terminal.signal(SIGINT)
        #expect(try terminal.finish().status == 130)
        #expect(try world.photos("verify").status == 0)
        #expect(try world.photos("import", world.pictures.path, "--quiet").status == 0)
        #expect(try world.photos("assets", "--json").lines.count == 400)
    }

    @Test func controlCEndsASearchThatTakesLongWithinASecond() throws {
        let world = try World()
        #expect(try world.photos("init").status == 0)
        let term = "\"\(String(repeating: "a", count: 40))\" MATCHES \".*a.*a.*a.*a.*Z\""
        let terminal = try Terminal(["--library", world.library.path, "assets", "--where", Array(repeating: term, count: 1_000).joined(separator: " OR ")])
        // The search is what comes once the catalogue is open.
        while terminal.process.isRunning, !Self.holds("catalog.sqlite", terminal.process.processIdentifier) { sched_yield() }
        let signalled = ContinuousClock.now
        terminal.signal(SIGINT)
        #expect(try terminal.finish().status == 130)
        #expect(ContinuousClock.now - signalled < .seconds(30), "a second, and what a busy machine needs")
    }

    private static func holds(_ file: String, _ process: Int32) -> Bool {
        let folder = "/proc/\(process)/fd"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0))?.hasSuffix(file) == true
        } ?? false
    }

    /// A disk of 2 MB of one's own, where the system lets users mount one.
    static func onSmallDisk(_ world: World, _ script: String) throws -> ProgramRun {
        try FileManager.default.createDirectory(at: world.folder.appending(path: "disk"), withIntermediateDirectories: true)
        return try Tool.shell(
            "cd '\(world.folder.path)' && exec unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o size=2m none disk && \(script)'",
            environment: ["PHOTOS_LIBRARY": "disk/Test.photolibrary"])
    }

    static var canMount: Bool { (try? onSmallDisk(World(), "true").status) == 0 }

    @Test(.enabled(if: canMount, "nobody may mount a small disk here")) func aDiskThatFillsUpInTheMiddleLosesNoCount() throws {
        let world = try World()
        try world.addPictures(400)
        for options in ["--json", "--quiet"] {
            let result = try Self.onSmallDisk(
                world,
                """
                "$photos" import pictures \(options) ; echo $? ; "$photos" assets --json | wc -l ; "$photos" verify >&2
                """)
            try #require(result.lines.count == 3, "\(result)")
            let count = try #require(Int(result.lines[2]))
            #expect(result.lines[1] == "73" && count > 0 && count < 400, "\(result)")
            let expected = options == "--json" ? "{\"found\":\(count),\"imported\":\(count)," : "Imported \(count) of \(count) files"
            #expect(result.lines[0].hasPrefix(expected), "what was reported is what is there: \(result)")
            // The originals' disk or the catalogue's: whichever writes first when there is no room.
            #expect(result.errors.lowercased().contains("the disk is full"))
        }
    }

    /// A disk without a byte to spare: SQLite finds no room for the memory that its processes share. What is there is seen, and what is deleted can go for good.
    @Test(.enabled(if: canMount, "nobody may mount a small disk here")) func aLibraryOnAFullDiskIsReadAndPurged() throws {
        let world = try World()
        try world.addPictures(4, width: 400, height: 300)
        try """
        "$photos" import pictures --quiet > /dev/null
        "$photos" delete $("$photos" assets --limit 1 --json | sed -E 's/.*"localIdentifier":"([^"]*)".*/\\1/') --quiet
        fill() { for part in 1 2 3 ; do cat /dev/zero > disk/full-$1-$part 2> /dev/null ; done ; }
        fill before
        "$photos" assets --json | wc -l
        # Reading may have taken leave of a file.
        fill after
        "$photos" edit --where TRUEPREDICATE --title Pier ; echo $?
        "$photos" purge --all --yes --json ; echo $?
        "$photos" verify --quiet >&2 ; echo $?
        rm disk/full*
        "$photos" edit --where TRUEPREDICATE --title Pier --quiet ; echo $?
        """.write(to: world.folder.appending(path: "script"), atomically: true, encoding: .utf8)
        let result = try Self.onSmallDisk(world, "sh script")
        #expect(result.lines.filter { !$0.hasPrefix("{") } == ["3", "73", "0", "0", "0"], "\(result)")
        #expect(result.output.contains("\"changed\":1"), "\(result)")
        // The catalogue's words, or those of the change's undo, which is written before it.
        let words = result.errors.lowercased()
        #expect(words.contains("the disk is full") && !words.contains("i/o error"), "\(result)")
    }

    /// Wherever in making the library and importing the room ends.
    @Test(.enabled(if: canMount, "nobody may mount a small disk here")) func anImportThatAFullDiskEndsLeavesNoEmptyLibrary() throws {
        let world = try World()
        try world.addPictures(1)
        let picture = world.pictures.appending(path: "IMG_1000.jpg")
        // What lies behind a picture belongs to its file, which takes the room that its commit needs.
        try (Data(contentsOf: picture) + Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })).write(to: picture)
        try """
        for room in $(seq 500 40 1700) ; do
            head -c $((2048 - room))k /dev/zero > disk/full
            "$photos" import pictures --quiet > /dev/null 2>&1
            echo $? $("$photos" assets --json 2> /dev/null | wc -l) $(ls -A disk | wc -l)
            rm -rf disk/Test.photolibrary
        done
        """.write(to: world.folder.appending(path: "script"), atomically: true, encoding: .utf8)
        let lines = try Self.onSmallDisk(world, "sh script").lines
        #expect(lines.first == "73 0 1" && Set(lines).isSubset(of: ["73 0 1", "1 0 1", "73 1 2", "0 1 2"]) && lines.last == "0 1 2", "\(lines)")
    }

    @Test func theBarFitsTheTerminalAndIsCleared() throws {
        let world = try World()
        try world.addPictures(40)
        let started = ContinuousClock.now
        let terminal = try Terminal(["--library", world.library.path, "import", world.pictures.path], columns: 40)
        let (status, output) = try terminal.finish()
        let elapsed = ContinuousClock.now - started
        let draws = terminal.text.components(separatedBy: "\r").count - 1
        #expect(Double(draws) <= 10 * (elapsed / .seconds(1)) + 2, "drawn at most ten times a second")
        #expect(status == 0 && output.hasPrefix("Imported 40 of 40 files"))
        #expect(terminal.text.hasSuffix("\r\u{1B}[K"), "nothing of the bar is left")
        // What stands on lines of its own may be as long as it is.
        let lines = terminal.text.components(separatedBy: "\r\n")
        #expect(lines.count == 2 && lines[0].contains("Made the library \(world.library.path)."), "\(lines)")
        for line in try #require(lines.last).components(separatedBy: "\r") {
            #expect(line.replacingOccurrences(of: "\u{1B}[K", with: "").count < 40)
        }
    }
}
