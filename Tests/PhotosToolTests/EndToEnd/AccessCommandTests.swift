import Foundation
import Testing

/// `photos access`: who may see what, kept in the library.
@Suite(.serialized) struct AccessCommandTests {
    private let app = "org.example.viewer"

    private func listed(_ world: World) throws -> [String] {
        try world.photos("access", "list", "--json").jsonLines.map { line in
            let assets = (line["assets"] as? Int).map { "\($0)" } ?? "-"
            return "\(line["application"] as? String ?? "?") \(line["access"] as? String ?? "?") \(assets)"
        }
    }

    @Test func grantsAreListedAndRevoked() throws {
        let world = try World.imported(3)
        let empty = try world.photos("access", "list")
        #expect(empty.status == 0 && empty.output.isEmpty && empty.errors.contains("every application sees all"))
        for kind in ["full", "add-only", "denied"] {
            #expect(try world.photos("access", "grant", "app.\(kind)", kind).status == 0)
        }
        let limited = try world.photos("access", "grant", app, "limited", "--where", "filename != 'IMG_1001.jpg'", "--json")
        #expect(limited.status == 0, "\(limited.errors)")
        #expect(limited.json["access"] as? String == "limited" && limited.json["assets"] as? Int == 2 && limited.json["date"] is String)
        #expect(try listed(world) == ["app.add-only add-only -", "app.denied denied -", "app.full full -", "\(app) limited 2"])
        let table = try world.photos("access", "list").lines
        #expect(table.count == 5 && table[0].hasPrefix("Application") && table[4].hasPrefix(app), "\(table)")
        #expect(try world.photos("access", "revoke", app).status == 0)
        #expect(try listed(world) == ["app.add-only add-only -", "app.denied denied -", "app.full full -"])
        let again = try world.photos("access", "revoke", app)
        #expect(again.status == 65 && again.errors.contains(app))
    }

    @Test func aSelectionIsReplacedExtendedAndCutDown() throws {
        let world = try World.imported(4)
        let ids = try world.photos("assets", "--json").jsonLines.compactMap { $0["localIdentifier"] as? String }
        func grant(_ arguments: String...) throws -> Int? {
            try Tool.run(["access", "grant", app, "limited", "--json"] + arguments, library: world.library).json["assets"] as? Int
        }
        #expect(try grant() == 0, "nothing was given yet")
        #expect(try grant(ids[0], ids[1]) == 2)
        #expect(try grant() == 2, "it keeps what it has")
        #expect(try grant("--add", ids[1], ids[2]) == 3)
        #expect(try grant("--remove", ids[0]) == 2)
        #expect(try grant("--where", "TRUEPREDICATE") == 4)
        #expect(try grant(ids[3]) == 1)
        #expect(try world.photos("access", "grant", app, "full").status == 0)
        #expect(try grant() == 0, "full access forgets the selection")
    }

    @Test(arguments: [
        ["grant", "", "full"], ["grant", "a"], ["grant", "a", "some"], ["grant", "a", "full", "ABCD"], ["grant", "a", "denied", "--where", "favorite == YES"],
        ["grant", "a", "limited", "--add"], ["grant", "a", "limited", "--add", "--remove", "ABCD"], ["grant", "a", "limited", "ABCD", "--album", "x"],
    ])
    func wrongUsageIsToldAndChangesNothing(_ arguments: [String]) throws {
        let world = try World.imported(1)
        let result = try Tool.run(["access"] + arguments, library: world.library)
        #expect(result.status == 64, "\(result.errors)")
        #expect(try listed(world) == [])
    }

    @Test func anAssetThatIsNotThereEndsTheGrant() throws {
        let world = try World.imported(1)
        #expect(try world.photos("access", "grant", app, "limited", "00000000-0000-4000-8000-000000000000").status == 65)
        #expect(try listed(world) == [])
        #expect(try world.photos("access", "list", environment: ["PHOTOS_LIBRARY": ""]).status == 0)
    }

    @Test func theToolIsTheOwnersWhateverItIsCalled() throws {
        let world = try World.imported(2)
        #expect(try world.photos("access", "grant", "photos", "denied").status == 0)
        #expect(try world.photos("assets", "--json", environment: ["PHOTOS_APP_ID": "photos"]).jsonLines.count == 2)
        #expect(try world.photos("access", "revoke", "photos", environment: ["PHOTOS_APP_ID": "photos"]).status == 0)
    }
}
