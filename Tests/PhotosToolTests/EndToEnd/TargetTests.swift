import Foundation
import TestSupport
import Testing

/// Commands that write a file for a person, told to write it among the library's own or over an original.
@Suite struct TargetTests {
    /// Every file below a folder, with its bytes.
    private func files(_ folder: URL) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appending(path: name)
            if let data = try? Data(contentsOf: file), !name.hasPrefix("database"), !name.hasPrefix("derivatives"), !name.hasPrefix("record") { found[name] = data }
        }
        return found
    }

    private func id(_ world: World, _ type: String) throws -> String {
        try #require(world.photos("assets", "--json").jsonLines.first { $0["mediaType"] as? String == type }?["localIdentifier"] as? String)
    }

    @Test func nothingIsWrittenIntoALibrary() throws {
        let world = try World(), other = try World.imported(1), elsewhere = world.folder.appending(path: "deep/er")
        try world.addPictures(1)
        try Data(MadeFilm { $0.seconds = 1 }.bytes()).write(to: world.pictures.appending(path: "MOV_1.MOV"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let photo = try id(world, "image"), video = try id(world, "video"), library = world.library.path
        let original = try #require(try files(world.library).keys.first { $0.hasPrefix("originals/") && $0.contains(".jp") })
        // Other ways to the same folder: a link, one from above, and one by a folder that is not there yet.
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: world.folder.appending(path: "link"), withDestinationURL: world.library.appending(path: "originals"))
        let folders = [
            library, library + "/originals/3", library + "/originals/new/folder", library + "/database", world.folder.path + "/link", world.folder.path + "/link/3",
            elsewhere.path + "/../../Test.photolibrary/originals", world.folder.path + "/none/../Test.photolibrary/renders", other.library.path + "/originals",
        ]
        let before = try (files(world.library), files(other.library))
        for folder in folders {
            for command in [
                ["export", photo, "--to", folder], ["export", photo, "--to", folder, "--sidecar", "json"], ["image", photo, photo, "-o", folder],
                ["image", photo, "-o", folder + "/a.png"], ["image", photo, "--frames", "-o", folder], ["image", video, "--time", "0.5", "-o", folder + "/a.png"],
                ["encode", video, "-o", folder + "/a.mp4"], ["encode", video, video, "-o", folder, "--codec", "copy"], ["backup", folder + "/catalog.sqlite"],
            ] {
                let said = try world.photos(command)
                #expect(said.status == 73 && said.errors.contains("lies in the photo library"), "\(command) \(said)")
            }
        }
        let over = try world.photos("image", photo, "--force", "-o", world.library.appending(path: original).path)
        #expect(over.status == 73, "\(over)")
        #expect(try files(world.library) == before.0 && files(other.library) == before.1)
        // Where the library keeps its own snapshots, one may be taken by name too.
        #expect(try world.photos("backup", library + "/database/backups").status == 0)
        #expect(try world.photos("verify").status == 0)
        // A folder is no library by its name, nor by a file that is called so.
        let plain = world.folder.appending(path: "Plain")
        try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: plain.appending(path: "library.json"))
        #expect(try world.photos("export", photo, "--to", plain.path).status == 0)
        #expect(try world.photos("image", photo, "-o", world.folder.path + "/none/../a.png").status == 73, "there is no such folder")
    }

    @Test func noOriginalIsReplaced() throws {
        let world = try World()
        try world.addPictures(1)
        try Data(MadeFilm { ($0.container, $0.seconds) = ("mp4", 1) }.bytes()).write(to: world.pictures.appending(path: "MOV_1.mp4"))
        #expect(try world.photos("import", "--reference", world.pictures.path).status == 0)
        let photo = try id(world, "image"), video = try id(world, "video"), picture = world.pictures.appending(path: "IMG_1000.jpg")
        let link = world.folder.appending(path: "link.jpg"), twin = world.folder.appending(path: "twin.jpg"), folder = world.folder.appending(path: "folder")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: picture)
        try FileManager.default.linkItem(at: picture, to: twin)
        try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: world.pictures)
        let before = try files(world.pictures)
        func refuse(_ command: String...) throws {
            let said = try world.photos(command)
            #expect(said.status == 73 && said.errors.contains("is an original of this library"), "\(command) \(said)")
        }
        for path in [picture.path, link.path, twin.path, folder.path + "/IMG_1000.jpg", world.pictures.path + "/../pictures/./IMG_1000.jpg"] {
            try refuse("image", photo, "--force", "-o", path)
        }
        try refuse("encode", video, "--force", "-o", world.pictures.appending(path: "MOV_1.mp4").path)
        // Changed since it came in, it is an original all the same.
        try Data("changed".utf8).write(to: world.pictures.appending(path: "MOV_1.mp4"))
        try refuse("encode", video, "--force", "-o", world.pictures.appending(path: "MOV_1.mp4").path)
        try before["MOV_1.mp4"]?.write(to: world.pictures.appending(path: "MOV_1.mp4"))
        #expect(try files(world.pictures) == before && FileManager.default.destinationOfSymbolicLink(atPath: link.path) == picture.path)
        // Beside it there is room for what is new, and a file that nobody's asset is may be replaced.
        #expect(try world.photos("image", photo, "-o", world.pictures.appending(path: "new.jpg").path).status == 0)
        #expect(try world.photos("image", photo, "--force", "-o", world.pictures.appending(path: "new.jpg").path).status == 0)
        // A second name of a file that the library itself holds.
        let own = try World.imported(1), name = try #require(try files(own.library).keys.first { $0.hasPrefix("originals/") })
        let second = own.folder.appending(path: "second.jpg")
        try FileManager.default.linkItem(at: own.library.appending(path: name), to: second)
        let said = try own.photos("image", id(own, "image"), "--force", "-o", second.path)
        #expect(said.status == 73 && said.errors.contains("is an original of this library"), "\(said)")
    }
}
