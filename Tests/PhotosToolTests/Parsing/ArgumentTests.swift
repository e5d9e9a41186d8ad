import ArgumentParser
import Pixels
import Testing
@testable import PhotosTool

struct ArgumentTests {
    private func parse<Command>(_ type: Command.Type, _ arguments: String...) throws -> Command {
        try #require(try PhotosCommand.parseAsRoot(arguments) as? Command)
    }

    private func status(_ arguments: String...) -> Int32? {
        do {
            _ = try PhotosCommand.parseAsRoot(arguments)
            return nil
        } catch {
            return PhotosCommand.exitCode(for: error).rawValue
        }
    }

    @Test func optionsForEveryCommandMayStandOnEitherSide() throws {
        for arguments in [["--library", "L", "--json", "--quiet", "albums"], ["albums", "--json", "--library", "L", "-q"], ["--json", "albums", "--quiet", "--library=L"]] {
            let command = try #require(try PhotosCommand.parseAsRoot(arguments) as? AlbumsCommand)
            #expect(command.global.library == "L" && command.global.json && command.global.quiet)
        }
        let nested = try parse(AlbumCommand.Create.self, "--library", "L", "album", "create", "T", "--json")
        #expect(nested.global.library == "L" && nested.global.json && nested.title == "T")
    }

    @Test func aListOfAssets() throws {
        let command = try parse(
            AssetsCommand.self, "assets", "--where", "mediaType == 1", "--sort", "creationDate:desc", "--sort", "duration", "--album", "A", "--limit", "5", "--hidden", "--bursts")
        #expect(command.filter.format == "mediaType == 1" && command.filter.album == "A" && command.filter.hidden && command.filter.bursts)
        #expect(command.sort == ["creationDate:desc", "duration"] && command.limit == 5)
    }

    @Test func sizes() throws {
        #expect(try parse(ImageCommand.self, "image", "ID", "-o", "x.jpg").size == .full)
        #expect(try parse(ImageCommand.self, "image", "ID", "-o", "x.jpg", "--size", "max").size == .full)
        #expect(try parse(ImageCommand.self, "image", "ID", "-o", "x.jpg", "--size", "640x480").size == .pixels(PixelSize(width: 640, height: 480)))
        for wrong in ["640", "0x5", "-1x5", "x", "5x", "1e3x5", "70000x5", "5x5x5", ""] {
            #expect(status("image", "ID", "-o", "x.jpg", "--size", wrong) == 64, "\(wrong)")
        }
    }

    @Test(arguments: [
        ["nonsense"], ["assets", "--limit", "-1"], ["assets", "--nonsense"], ["import"], ["show"], ["image", "ID"], ["export", "ID"], ["export", "--to", "F"],
        ["export", "ID", "--where", "TRUEPREDICATE", "--to", "F"], ["delete"], ["purge"], ["purge", "--all", "--expired"], ["assets", "--trashed", "--album", "A"],
        ["import", "--link", "--copy", "F"], ["image", "ID", "-o", "x.jpg", "--quality", "0"], ["image", "ID", "-o", "x.jpg", "--depth", "16"],
        ["image", "ID", "-o", "x.jpg", "--dynamic-range", "high"],
        ["image", "ID", "-o", "x.png", "--dynamic-range", "high", "--time", "1"],
        ["image", "ID", "-o", "x.png", "--depth", "12"], ["--wait", "-1", "albums"], ["edit", "8A6B"], ["edit", "8A6B", "--rating", "6"],
        ["edit", "8A6B", "--shift", "1h"], ["edit", "8A6B", "--time-zone", "Berlin"], ["edit", "8A6B", "--date", "none", "--shift", "+1h"],
    ])
    func wrongUsageEndsWith64(_ arguments: [String]) {
        do {
            _ = try PhotosCommand.parseAsRoot(arguments)
            Issue.record("\(arguments) was accepted")
        } catch {
            #expect(PhotosCommand.exitCode(for: error).rawValue == 64, "\(arguments)")
        }
    }

    @Test(arguments: [
        ("2023-11-02T17:04:05Z", DateArgument.date(720_637_445, offset: nil)), ("2023-11-02T18:04:05.5+01:00", .date(720_637_445.5, offset: 3600)),
        ("2023-11-02 13:34:05-03:30", .date(720_637_445, offset: -12_600)), ("none", .none),
    ])
    func dates(_ text: String, _ expected: DateArgument) {
        #expect(DateArgument(argument: text) == expected)
    }

    @Test func whatIsNoDateOrPlace() {
        for text in ["", "2023", "2023-11-02", "2023-02-30T00:00:00Z", "2023-11-02T25:00:00Z", "2023-11-02T17:04:05", "2023-11-02T17:04:05+99:00", "yesterday"] {
            #expect(DateArgument(argument: text) == nil, "\(text)")
        }
        for text in ["", "1", "91,0", "0,181", "Paris,", "Paris,1", "1,2,3", "nan,0"] { #expect(PlaceArgument(argument: text) == nil, "\(text)") }
        #expect(PlaceArgument(argument: "-47.5,122") == .place(.init(latitude: -47.5, longitude: 122)))
        #expect(PlaceArgument(argument: "Lisbon") == .town(["Lisbon"]) && PlaceArgument(argument: "Paris, Texas") == .town(["Paris", "Texas"]))
    }

    @Test func pictureFilesAreToldByTheirExtension() throws {
        #expect(try PictureFile.format(for: "a/b.JPG", quality: 70) == .jpeg(quality: 70))
        #expect(try PictureFile.format(for: "x.y.png", quality: 70) == .png)
        for wrong in ["x", "x.gif", "dir.jpg/x", "", "jpg"] {
            #expect(throws: ToolFailure.self) { try PictureFile.format(for: wrong, quality: 70) }
        }
    }

    @Test func aVersionIsNotTheVersion() throws {
        #expect(try parse(ExportCommand.self, "export", "8A6B", "--to", "F", "--version", "original").version == .original)
        #expect(try parse(ImageCommand.self, "image", "8A6B", "-o", "x.png", "--version", "unadjusted").version == .unadjusted)
        let deep = try parse(ImageCommand.self, "image", "8A6B", "-o", "x.png", "--profile", "keep", "--depth", "16")
        #expect(deep.profile == .keep && deep.depth == .sixteen)
        let plain = try parse(ImageCommand.self, "image", "8A6B", "-o", "x.png")
        #expect(plain.profile == .srgb && plain.depth == .eight)
    }

    @Test func completionScriptsCanBeMade() {
        for shell in [CompletionShell.bash, .zsh, .fish] {
            #expect(PhotosCommand.completionScript(for: shell).contains("photos"))
        }
    }
}
