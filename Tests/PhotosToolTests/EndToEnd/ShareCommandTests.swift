import Foundation
import Testing

/// `photos share`: links are made, listed and taken back.
@Suite(.serialized) struct ShareCommandTests {
    private func listed(_ world: World) throws -> [[String: Any]] { try world.photos("share", "list", "--json").jsonLines }

    @Test func linksAreToldOnceListedAndTakenBack() throws {
        let world = try World.imported(3)
        let empty = try world.photos("share", "list")
        #expect(empty.status == 0 && empty.output.isEmpty && empty.errors.contains("photos share add"))
        #expect(try world.photos("album", "create", "Summer").status == 0)
        #expect(try world.photos("album", "add", "Summer", "--where", "filename != 'IMG_1001.jpg'").status == 0)
        let word = world.folder.appending(path: "word")
        try Data("sand castle\nnot this\n".utf8).write(to: word)
        let album = try world.photos(
            "share", "add", "--album", "Summer", "--days", "30", "--downloads", "--password-file", word.path, "--address", "https://photos.example.org", "--json")
        #expect(album.status == 0, "\(album.errors)")
        let url = try #require(album.json["url"] as? String)
        #expect(url.contains(#/^https://photos\.example\.org/share/[0-9a-f]{32}/$/#))
        #expect(album.json["title"] as? String == "Summer" && album.json["count"] as? Int == 2 && album.json["hasPassword"] as? Bool == true)
        let plain = try world.photos("share", "add", "--where", "filename == 'IMG_1001.jpg'", "--places", "--title", "One")
        #expect(plain.status == 0 && plain.output.contains(#/^http://127\.0\.0\.1:8420/share/[0-9a-f]{32}/\n$/#))
        let links = try listed(world)
        #expect(links.map { $0["title"] as? String } == ["Summer", "One"] && links.map { $0["places"] as? Bool } == [false, true])
        #expect(links.allSatisfy { $0["url"] == nil }, "a link is told once")
        #expect(links[0]["expires"] is String && links[1]["expires"] is NSNull && links[1]["album"] is NSNull)
        let table = try world.photos("share", "list").lines
        #expect(table.count == 3 && table[0].hasPrefix("Link") && table[1].contains("password, downloads") && table[2].contains("places"), "\(table)")
        let id = try #require(links[0]["id"] as? String)
        let revoked = try world.photos("share", "revoke", String(id.prefix(8)), "--json")
        #expect(revoked.status == 0 && revoked.json["changed"] as? Int == 1)
        let again = try world.photos("share", "revoke", id)
        #expect(again.status == 65 && again.errors.contains("photos share list"))
        #expect(try world.photos("share", "revoke", "--all").status == 0)
        #expect(try listed(world).isEmpty)
    }

    @Test func aLinkTakesFilesIntoAnAlbumThatIsThereOrNew() throws {
        let world = try World.imported(1)
        #expect(try world.photos("album", "create", "Summer").status == 0)
        let there = try world.photos("share", "add", "--uploads", "--album", "Summer", "--quota", "1.5GB", "--most-files", "20", "--json")
        #expect(there.status == 0, "\(there.errors)")
        let uploads = try #require(there.json["uploads"] as? [String: Any])
        #expect(uploads["bytes"] as? Int == 1_500_000_000 && uploads["files"] as? Int == 20 && uploads["sentBytes"] as? Int == 0 && uploads["sentFiles"] as? Int == 0)
        #expect(there.json["count"] as? Int == 0, "it shows nothing")
        let new = try world.photos("share", "add", "--uploads", "--title", "From the party")
        #expect(new.status == 0 && new.output.contains("/share/"))
        let albums = try world.photos("albums").output
        #expect(albums.contains("From the party"), "\(albums)")
        let table = try world.photos("share", "list").lines
        #expect(table.count == 3 && table[1].contains("uploads up to 1.5 GB") && table[2].contains("uploads up to 2.0 GB"), "\(table)")
        let links = try listed(world)
        #expect(links.map { $0["title"] as? String } == ["Summer", "From the party"] && links.allSatisfy { $0["album"] is String })
        #expect(try world.photos("share", "revoke", "--all").status == 0)
    }

    @Test(
        arguments: [
            (["add", "--uploads"], 64), (["add", "--uploads", "--title", " "], 64), (["add", "--uploads", "--title", "x", "--downloads"], 64),
            (["add", "--uploads", "--title", "x", "--quota", "0"], 64), (["add", "--uploads", "--title", "x", "--most-files", "0"], 64),
            (["add", "--uploads", "--where", "TRUEPREDICATE"], 64), (["add", "--album", "x", "--quota", "1GB"], 64), (["add", "--uploads", "--album", "nothing"], 65),
            (["add"], 64), (["add", "ABCD", "--album", "x"], 64), (["add", "--album", "x", "--days", "0"], 64), (["add", "--album", "x", "--address", "ftp://x"], 64),
            (["add", "--album", "nothing"], 65), (["add", "ZZZZ"], 65), (["add", "--where", "FALSEPREDICATE"], 65), (["revoke"], 64), (["revoke", "ABCD", "--all"], 64),
            (["add", "--where", "TRUEPREDICATE", "--password-file", "/nowhere"], 65), (["add", "--where", "TRUEPREDICATE", "--password-file", "/dev/null"], 65),
        ] as [([String], Int32)])
    func whatMakesNoSenseIsToldAndSharesNothing(_ arguments: [String], _ status: Int32) throws {
        let world = try World.imported(1)
        let result = try Tool.run(["share"] + arguments, library: world.library)
        #expect(result.status == status, "\(result.errors)")
        #expect(try listed(world).isEmpty)
    }
}
