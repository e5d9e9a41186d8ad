import Foundation
import Testing

/// A script that follows a library.
@Suite struct ChangesTests {
    @Test func aScriptHearsWhatHappenedSinceItsToken() throws {
        let world = try World.imported(3)
        let token = try world.photos("changes", "--token").output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try world.photos("changes", "--token", "--json").json["token"] as? String == token)
        #expect(try world.photos("changes", "--since", token).errors.contains("Nothing changed."))

        let assets = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        #expect(try world.photos("favorite", assets[0], environment: ["PHOTOS_APP_ID": "org.example.script"]).status == 0)
        #expect(try world.photos("delete", assets[1]).status == 0)
        #expect(try world.photos("purge", assets[1]).status == 0)
        let changes = try world.photos("changes", "--since", token, "--json").jsonLines
        #expect(changes.map { $0["author"] as? String } == ["org.example.script", "photos", "photos"])
        let told = changes.map { $0["assets"] as? [String: [String]] ?? [:] }
        #expect(told.map { $0["inserted"] } == [[], [], []])
        #expect(told.map { $0["updated"] } == [[assets[0]], [assets[1]], []])
        #expect(told.map { $0["deleted"] } == [[], [], [assets[1]]])
        let last = try #require(changes.last?["token"] as? String)
        #expect(try world.photos("changes", "--token").output == last + "\n")

        let whole = try world.photos("changes")
        #expect(whole.lines.first?.hasSuffix("3 assets added") == true, "\(whole)")
        #expect(whole.lines.last?.hasSuffix("photos  1 asset purged") == true)
    }

    @Test func tokensThatAreNoneOrOfAnotherLibraryAreRefused() throws {
        let world = try World.imported(1), other = try World.imported(1)
        let wrong = try world.photos("changes", "--since", "yesterday")
        #expect(wrong.status == 64 && wrong.errors.contains("is no token"), "\(wrong)")
        #expect(try world.photos("changes", "--since", "AAAA", "--token").status == 64)
        let token = try other.photos("changes", "--token").output.trimmingCharacters(in: .whitespacesAndNewlines)
        let foreign = try world.photos("changes", "--since", token)
        #expect(foreign.status == 65)
        try Golden.expect(world.neutral(foreign.errors), matches: "error-foreign-token.txt")
    }
}
