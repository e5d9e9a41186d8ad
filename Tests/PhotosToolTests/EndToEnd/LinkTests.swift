import Foundation
import Testing

@testable import PhotosTool

/// A library from somebody else may have links where its folders should be. No command follows one.
@Suite("Links in a library's places") struct LinkTests {
    /// Every command that opens a library, so that it must say what is wrong.
    private static let commands = [
        ["assets"], ["albums"], ["show", "ID"], ["image", "ID", "-o", "OUT/a.jpg"], ["export", "ID", "--to", "OUT"], ["import", "PICTURES"], ["import", "PICTURES", "--dry-run"],
        ["edit", "ID", "--title", "x"], ["favorite", "ID"], ["hide", "ID"], ["album", "create", "x"], ["delete", "ID"], ["restore", "ID"], ["purge", "ID", "--yes"], ["changes"],
        ["access", "list"], ["access", "grant", "app", "full"], ["access", "revoke", "app"], ["verify"], ["verify", "--repair"], ["backup"], ["backup", "OUT"],
        ["recover", "--yes"], ["serve", "--port", "0"],
    ]

    private static let folders =
        ["database", "database/backups", "derivatives", "originals", "record", "renders", "staging"] + "0123456789ABCDEF".map { "originals/\($0)" }
    private static let files = ["library.json", "database/assets.columns", "database/catalog.sqlite"] + ["-journal", "-wal", "-shm"].map { "database/catalog.sqlite\($0)" }

    private let world: World
    private let outside: URL

    init() throws {
        world = try World.imported(1)
        outside = world.folder.appending(path: "outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try Data("precious".utf8).write(to: outside.appending(path: "1"))
        try Data("precious".utf8).write(to: outside.appending(path: ".bashrc"))
    }

    private func checkOutside(_ what: String) throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).sorted() == [".bashrc", "1"], "\(what)")
        for name in ["1", ".bashrc"] { #expect(try String(contentsOf: outside.appending(path: name), encoding: .utf8) == "precious", "\(what)") }
    }

    /// Puts a link in the place of something in the library while `body` runs.
    private func replacing(_ name: String, with target: String, _ body: () throws -> Void) throws {
        let place = world.library.appending(path: name), away = world.folder.appending(path: "away")
        let isThere = FileManager.default.fileExists(atPath: place.path)
        if isThere { try FileManager.default.moveItem(at: place, to: away) }
        try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: target)
        try body()
        try FileManager.default.removeItem(at: place)
        if isThere { try FileManager.default.moveItem(at: away, to: place) }
    }

    @Test func noCommandOpensALibraryWithALinkInAPlaceOfItsOwnAndEachNamesIt() throws {
        let out = world.folder.appending(path: "out")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        let id = try #require(try world.photos("assets", "--json").jsonLines.first?["localIdentifier"] as? String)
        let commands = Self.commands.map { command in
            command.map { $0 == "ID" ? id : $0.replacingOccurrences(of: "OUT", with: out.path).replacingOccurrences(of: "PICTURES", with: world.pictures.path) }
        }
        for name in Self.folders + Self.files {
            try replacing(name, with: Self.files.contains(name) ? outside.appending(path: "1").path : outside.path) {
                for command in commands {
                    // In this process, since starting the tool six hundred times takes minutes.
                    let failure = Self.failure(of: ["--library", world.library.path] + command)
                    #expect(failure?.status == .cannotOpen, "\(command) \(name)")
                    #expect(failure?.message.contains(world.library.appending(path: name).path + " is a symbolic link") == true, "\(command) \(name): \(failure?.message ?? "")")
                }
                try checkOutside(name)
            }
        }
        try replacing("renders", with: outside.path) {
            let result = try world.photos("assets")
            #expect(result.status == 66)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path) == [])
        #expect(try world.photos("verify").status == 0)
    }

    /// What the tool would end with; `nil` where it would be done.
    private static func failure(of arguments: [String]) -> ToolFailure? {
        do {
            var command = try PhotosCommand.parseAsRoot(arguments)
            try command.run()
            return nil
        } catch {
            return FailureMapping.failure(for: error) ?? ToolFailure(.usage, Sentence(verbatim: "\(error)"))
        }
    }

    @Test func doctorTellsOfALinkAndInitLeavesItAlone() throws {
        try replacing("staging", with: outside.path) {
            let result = try world.photos("doctor", "--json")
            #expect(result.status == 1)
            #expect((result.json["problems"] as? [String])?.contains { $0.contains("staging is a symbolic link") } == true)
            #expect(try world.photos("init").status == 73)
            try checkOutside("doctor")
        }
    }

    /// `rm -r L/staging; ln -s /any/dir L/staging; photos assets` emptied that folder.
    @Test func aStagingFolderThatLeadsElsewhereIsNotEmptied() throws {
        try FileManager.default.removeItem(at: world.library.appending(path: "staging"))
        try FileManager.default.createSymbolicLink(at: world.library.appending(path: "staging"), withDestinationURL: outside)
        #expect(try world.photos("assets").status == 66)
        try checkOutside("staging")
    }

    /// `originals/A` led to the user's home, and a journal named a file there.
    @Test func aJournalDoesNotDeleteThroughAFolderThatLeadsElsewhere() throws {
        let session = world.library.appending(path: "staging/0B0C2D1E-1111-4222-8333-444455556666")
        try FileManager.default.createDirectory(at: session, withIntermediateDirectories: true)
        try Data().write(to: session.appending(path: "lock"))
        try Data("originals/A/.bashrc\n".utf8).write(to: session.appending(path: "journal"))
        try replacing("originals/A", with: outside.path) {
            #expect(try world.photos("assets").status == 66)
            try checkOutside("journal")
        }
    }

    @Test func strangeThingsInStagingStayAndAreToldOnce() throws {
        try Data("x".utf8).write(to: world.library.appending(path: "staging/notes.txt"))
        let first = try world.photos("assets")
        #expect(first.status == 0 && first.errors.contains("staging/notes.txt was not put there by an import"))
        #expect(try world.photos("assets").errors == "")
        #expect(FileManager.default.fileExists(atPath: world.library.appending(path: "staging/notes.txt").path))
    }

    @Test func theLibraryItselfMayLieBehindALink() throws {
        let link = world.folder.appending(path: "Link.photolibrary")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: world.library)
        let result = try Tool.run(["assets", "--json"], library: link)
        #expect(result.status == 0 && result.lines.count == 1)
        #expect(try Tool.run(["verify"], library: link).status == 0)
    }
}
