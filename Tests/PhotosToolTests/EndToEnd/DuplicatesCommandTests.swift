import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

@Suite struct DuplicatesCommandTests {
    /// Three pictures, and a file with the first one's pixels that says something else.
    private func makeWorld() throws -> World {
        let world = try World()
        try world.addPictures(3, width: 320, height: 240)
        let file = world.pictures.appendingPathComponent("IMG_1000.jpg")
        var copy = try Data(contentsOf: file)
        let comment = Data("a copy".utf8)
        copy.insert(contentsOf: [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment, at: 2)
        try copy.write(to: world.pictures.appendingPathComponent("copy.jpg"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        return world
    }

    private func groups(_ world: World, _ options: String...) throws -> [Set<String>] {
        try world.photos(["duplicates", "list", "--json"] + options).jsonLines.map { group in
            Set(((group["assets"] as? [[String: Any]]) ?? []).compactMap { $0["filename"] as? String })
        }
    }

    @Test func theSamePixelsAreFoundPreviewedMergedAndTakenBack() throws {
        let world = try makeWorld()
        let list = try world.photos("duplicates", "--json")
        #expect(list.status == 0 && list.jsonLines.map { $0["likeness"] as? String } == ["pixels"], "\(list.output) \(list.errors)")
        #expect(try groups(world) == [["IMG_1000.jpg", "copy.jpg"]])
        #expect(try world.photos("duplicates").output.hasPrefix("the same pixels:\n  "))
        let preview = try world.photos("duplicates", "merge", "--all", "--preview")
        #expect(preview.status == 0 && preview.output.contains("stays: ") && preview.output.contains("goes: "), "\(preview.output)")
        #expect(try groups(world).count == 1)
        let merged = try world.photos("duplicates", "merge", "--all")
        #expect(merged.status == 0 && merged.errors.contains("1 asset went to Recently Deleted."), "\(merged.errors)")
        #expect(try groups(world).isEmpty)
        #expect(try world.photos("assets", "--trashed", "--json").jsonLines.count == 1)
        #expect(try world.photos("undo").status == 0)
        #expect(try groups(world).count == 1)
    }

    /// Blots of unequal sizes, which look the same in any quality.
    private func blots(quality: Int) throws -> Data {
        let (width, height) = (320, 240)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (x * x * 8 / (width * width), y * y * 8 / (height * height))
                let level = UInt8((u * 37 + v * 91 + u * v * 53) % 200 + 28)
                pixels += [level, level / 2, 255 - level, 255]
            }
        }
        return Data(try Codec().encode(PixelImage(width: width, height: height, bytesPerRow: width * 4, pixels: pixels, hasAlpha: false), as: .jpeg(quality: quality)).bytes)
    }

    @Test func allTakesTheSamePixelsAndWhatOnlyLooksTheSameIsNamed() throws {
        let world = try World()
        try blots(quality: 95).write(to: world.pictures.appendingPathComponent("good.jpg"))
        try blots(quality: 60).write(to: world.pictures.appendingPathComponent("poor.jpg"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let list = try world.photos("duplicates", "--json").jsonLines
        #expect(list.map { $0["likeness"] as? String } == ["picture"])
        let ids = ((list.first?["assets"] as? [[String: Any]]) ?? []).compactMap { $0["localIdentifier"] as? String }
        try #require(ids.count == 2)
        let all = try world.photos("duplicates", "merge", "--all")
        #expect(all.status == 0 && all.errors.contains("Not merged: 1 group of the same picture."), "\(all.errors)")
        #expect(try world.photos("assets", "--trashed", "--json").jsonLines.isEmpty)
        #expect(try world.photos("duplicates", "merge", ids[0], ids[1]).status == 0)
        #expect(try world.photos("assets", "--trashed", "--json").jsonLines.count == 1)
    }

    @Test func theSamePixelsComeApartFromAPoorerCopy() throws {
        let world = try World()
        let good = try blots(quality: 95), comment = Data("a copy".utf8)
        var copy = good
        copy.insert(contentsOf: [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment, at: 2)
        try good.write(to: world.pictures.appendingPathComponent("good.jpg"))
        try copy.write(to: world.pictures.appendingPathComponent("copy.jpg"))
        try blots(quality: 60).write(to: world.pictures.appendingPathComponent("poor.jpg"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        // The copy has more bytes, so it is the best file.
        let list = try world.photos("duplicates", "--json")
        #expect(list.jsonLines.map { $0["likeness"] as? String } == ["pixels", "picture"], "\(list.output) \(list.errors)")
        #expect(try groups(world) == [["good.jpg", "copy.jpg"], ["copy.jpg", "poor.jpg"]])
        #expect(try world.photos("duplicates", "merge", "--all").status == 0)
        #expect(try groups(world) == [["copy.jpg", "poor.jpg"]])
    }

    @Test func aFileOutsideOfTheLibraryLetsNoCopyGoAndThatIsSaid() throws {
        let world = try World()
        let good = try blots(quality: 95), comment = Data("outside".utf8), outside = world.pictures.appendingPathComponent("outside.jpg")
        let inside = world.pictures.appendingPathComponent("inside.jpg")
        try good.write(to: inside)
        // With more bytes it is the best file.
        var copy = good
        copy.insert(contentsOf: [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment, at: 2)
        try copy.write(to: outside)
        #expect(try world.photos("import", inside.path).status == 0)
        #expect(try world.photos("import", "--reference", outside.path).status == 0)
        let merged = try world.photos("duplicates", "merge", "--all")
        #expect(merged.status == 0 && merged.errors.contains("inside.jpg stays, since the kept file lies outside of the library"), "\(merged.errors)")
        #expect(merged.errors.contains("No asset goes to Recently Deleted."))
        #expect(try world.photos("assets", "--trashed", "--json").jsonLines.isEmpty)
    }

    @Test func whatIsKeptApartIsNoGroupAndAnotherFileMayStay() throws {
        let world = try makeWorld()
        let group = try #require(try world.photos("duplicates", "--json").jsonLines.first?["assets"] as? [[String: Any]])
        let ids = group.compactMap { $0["localIdentifier"] as? String }
        let preview = try world.photos("duplicates", "merge", ids[0], ids[1], "--best", ids[1], "--preview", "--json").json
        #expect((preview["kept"] as? [String: Any])?["localIdentifier"] as? String == ids[1])
        #expect(try world.photos("duplicates", "merge", ids[0]).status == 64)
        #expect(try world.photos("duplicates", "keep", ids[0], ids[1]).status == 0)
        #expect(try groups(world, "--similar").allSatisfy { !$0.isSuperset(of: ["IMG_1000.jpg", "copy.jpg"]) })
    }
}
