import Foundation
import Testing

/// File names that are hard on a terminal and on JSON.
@Suite(.serialized) struct NameTests {
    @Test func namesWithNewlinesAndImproperBytesComeInAndOut() throws {
        let world = try World()
        let plain = world.folder.appending(path: "plain.jpg")
        for (index, name) in ["new\nline.jpg", "esc\u{1B}[31m.jpg", String(repeating: "x", count: 251) + ".jpg"].enumerated() {
            try TestPicture(seed: index + 1).write(to: world.pictures.appending(path: name))
        }
        try TestPicture(seed: 9).write(to: plain)
        // Foundation can't write such a name.
        #expect(try Tool.shell("cp '\(plain.path)' \"$(printf '%s/bad\\377.jpg' '\(world.pictures.path)')\"").status == 0)

        let result = try world.photos("import", world.pictures.path, "--json")
        #expect(result.status == 0 && result.json["imported"] as? Int == 4, "\(result)")
        let lines = try world.photos("assets", "--json").lines
        #expect(lines.count == 4)
        let table = try world.photos("assets").output
        #expect(table.split(separator: "\n").count == 5)
        #expect(table.contains("new\\nline.jpg") && table.contains("bad\\xFF.jpg") && !table.contains("\u{1B}"))

        let out = world.folder.appending(path: "out")
        #expect(try world.photos("export", "--where", "mediaType == 1", "--to", out.path).status == 0)
        let same = try Tool.shell("diff -r '\(world.pictures.path)' '\(out.path)'")
        #expect(same.status == 0, "\(same.output)")
    }

    @Test func anImproperNameOnTheCommandLineReachesItsFile() throws {
        let world = try World()
        let plain = world.folder.appending(path: "plain.jpg")
        try TestPicture().write(to: plain)
        let script = """
            name=$(printf '%s/\\377\\376.jpg' '\(world.folder.path)')
            mv '\(plain.path)' "$name"
            "$photos" --library '\(world.library.path)' import "$name" --json
            """
        let result = try Tool.shell(script)
        #expect(result.status == 0 && result.json["imported"] as? Int == 1, "\(result)")
    }

    @Test func aBrokenFileIsNamedOnOneLineWhateverItsName() throws {
        let world = try World()
        try Data().write(to: world.pictures.appending(path: "two\nlines\u{1B}[2J.jpg"))
        let result = try world.photos("import", world.pictures.path, "--quiet")
        #expect(result.status == 1)
        #expect(result.errors.split(separator: "\n").count == 1 && !result.errors.contains("\u{1B}"), "\(result.errors)")
    }
}
