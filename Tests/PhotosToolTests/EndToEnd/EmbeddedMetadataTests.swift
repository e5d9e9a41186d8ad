import Codecs
import Foundation
import Pixels
import Testing

/// `photos export --embed-metadata`: what the library knows is in the copies.
@Suite struct EmbeddedMetadataTests {
    @Test func whatTheLibraryKnowsComesBackFromTheCopiesAlone() throws {
        let world = try World.imported(1)
        let edit = ["--title", "Pier", "--caption", "Alt", "--add-keyword", "Meer", "--rating", "3", "--date", "2020-01-02T03:04:05+09:00", "--place", "35.5,139.25"]
        #expect(try world.photos(["edit", "--where", "TRUEPREDICATE"] + edit).status == 0)
        let original = try Data(contentsOf: world.pictures.appending(path: "IMG_1000.jpg")), to = world.folder.appending(path: "out")
        let exported = try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--embed-metadata", "--json")
        #expect(exported.status == 0 && (exported.json["unwritten"] as? [Any])?.isEmpty == true, "\(exported)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: to.path) == ["IMG_1000.jpg"])
        let copy = try Data(contentsOf: to.appending(path: "IMG_1000.jpg"))
        #expect(exported.json["bytes"] as? Int == copy.count)
        // Everything behind the quantisation tables' marker is the picture.
        let tables = Data([0xFF, 0xDB])
        let (before, after) = try (#require(original.range(of: tables)), #require(copy.range(of: tables)))
        #expect(original[before.lowerBound...] == copy[after.lowerBound...] && original != copy)
        let again = try World()
        #expect(try again.photos("import", to.path).status == 0)
        for key in ["title", "caption", "keywords", "rating", "creationDate", "creationOffset", "location"] {
            let (first, second) = try (world.photos("assets", "--json").json[key], again.photos("assets", "--json").json[key])
            // Written in one order: a dictionary's own differs from one to the next.
            let words = try [first, second].map { try JSONSerialization.data(withJSONObject: [$0 ?? ""], options: .sortedKeys) }
            #expect(words[0] == words[1] && first != nil, "\(key)")
        }
        #expect(try world.photos("verify").status == 0)
    }

    @Test func besideAFileThatTakesNoneStandsASidecar() throws {
        let world = try World()
        try Data("GIF89a".utf8 + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
            .write(to: world.pictures.appending(path: "a.gif"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        #expect(try world.photos("edit", "--where", "TRUEPREDICATE", "--title", "Pier").status == 0)
        let to = world.folder.appending(path: "out")
        let exported = try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--embed-metadata")
        #expect(exported.status == 0 && exported.errors.contains("a.gif takes no metadata"), "\(exported)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: to.path).sorted() == ["a.gif", "a.gif.xmp"])
        #expect(try Data(contentsOf: to.appending(path: "a.gif")) == Data(contentsOf: world.pictures.appending(path: "a.gif")))
        let both = try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path + "2", "--embed-metadata", "--sidecar", "xmp", "--json")
        #expect((both.json["files"] as? [String])?.count == 2, "\(both)")
    }

    /// A clock without a zone is no moment, and the date of a file's last change is nobody's statement.
    @Test(arguments: ["--sidecar xmp", "--embed-metadata --sidecar xmp"]) func aSidecarSaysOnlyWhatWasStated(_ options: String) throws {
        let world = try World(), zone = ["TZ": "America/New_York"]
        try TestPicture(width: 64, height: 48, seed: 1, date: "2008:05:30 15:56:01").write(to: world.pictures.appending(path: "clock.jpg"))
        try TestPicture(width: 64, height: 48, seed: 2).write(to: world.pictures.appending(path: "guess.jpg"))
        try TestPicture(width: 64, height: 48, seed: 3, date: "2008:05:30 15:56:01", offset: "+02:00").write(to: world.pictures.appending(path: "zone.jpg"))
        #expect(try world.photos("import", world.pictures.path, environment: zone).status == 0)
        let to = world.folder.appending(path: "out"), arguments = ["export", "--where", "TRUEPREDICATE", "--to", to.path] + options.split(separator: " ").map(String.init)
        #expect(try world.photos(arguments, environment: zone).status == 0)
        func said(_ name: String) throws -> String { try String(decoding: Data(contentsOf: to.appending(path: "\(name).jpg.xmp")), as: UTF8.self) }
        #expect(try said("clock").contains("<photoshop:DateCreated>2008-05-30T15:56:01.000</photoshop:DateCreated>"))
        #expect(try said("zone").contains("<photoshop:DateCreated>2008-05-30T15:56:01.000+02:00</photoshop:DateCreated>"))
        #expect(try !said("guess").contains("DateCreated"))
        // What somebody said of a guess is a statement.
        #expect(try world.photos("edit", "--where", "filename == 'guess.jpg'", "--date", "2001-02-03T04:05:06+01:00").status == 0)
        #expect(try world.photos(["export", "--where", "filename == 'guess.jpg'", "--to", to.path + "2", "--sidecar", "xmp"], environment: zone).status == 0)
        #expect(try String(decoding: Data(contentsOf: world.folder.appending(path: "out2/guess.jpg.xmp")), as: UTF8.self).contains("2001-02-03T04:05:06.000+01:00"))
    }

    @Test(.enabled(if: InterruptionTests.canMount, "nobody may mount a small disk here")) func aFullDiskLeavesNothingHalf() throws {
        let world = try World.imported(1), picture = world.pictures.appending(path: "IMG_1000.jpg")
        // What lies behind a picture belongs to its file: with it, the copy fits on the disk once, and not twice.
        let large = try Data(contentsOf: picture) + Data(repeating: 7, count: 1_300_000)
        try large.write(to: world.pictures.appending(path: "IMG_2000.jpg"))
        #expect(try world.photos("import", world.pictures.path).status == 0)
        let found = try world.photos("assets", "--json").jsonLines.first { $0["filename"] as? String == "IMG_2000.jpg" }
        let id = try #require(found?["localIdentifier"] as? String)
        let result = try InterruptionTests.onSmallDisk(
            world,
            """
            "$photos" --library '\(world.library.path)' export \(id) --to disk --embed-metadata ; echo $? ; ls -A disk | wc -l
            """)
        #expect(result.lines.suffix(2) == ["1", "0"], "\(result)")
        #expect(result.errors.contains("IMG_2000.jpg") && result.errors.lowercased().contains("the disk is full"), "\(result)")
    }

    @Test(.enabled(if: InterruptionTests.canMount, "nobody may mount a small disk here")) func onlyWhatCameOutWholeIsCounted() throws {
        let world = try World.imported(2), picture = world.pictures.appending(path: "IMG_1000.jpg")
        for index in 0..<3 {
            try (Data(contentsOf: picture) + Data(repeating: UInt8(index), count: 1_300_000)).write(to: world.pictures.appending(path: "IMG_200\(index).jpg"))
        }
        #expect(try world.photos("import", world.pictures.path).status == 0)
        for arguments in ["", "--json"] {
            let result = try InterruptionTests.onSmallDisk(
                world,
                """
                "$photos" --library '\(world.library.path)' export --where "fileSize > 1000000" --to disk/a \(arguments) ; echo $?
                find disk -type f -size +1300000c | wc -l ; find disk -type f | wc -l
                """)
            let expected = arguments.isEmpty ? "Exported 1 asset as 1 file" : "{\"assets\":1,"
            #expect(result.lines.first?.hasPrefix(expected) == true && result.lines.suffix(3) == ["1", "1", "1"], "one whole file, and nothing else: \(result)")
            #expect((result.output + result.errors).lowercased().contains("the disk is full"), "\(result)")
        }
    }

    @Test(.enabled(if: EmbeddedMetadataTests.hasExifTool, "exiftool is not installed")) func anotherProgramReadsTheSame() throws {
        let world = try World.imported(1)
        let edit = [
            "--title", "Pier", "--caption", "Alt: 港", "--add-keyword", "Meer", "--add-keyword", "a, b", "--rating", "3", "--date", "2020-01-02T03:04:05+09:00", "--place",
            "-35.5,139.25",
        ]
        #expect(try world.photos(["edit", "--where", "TRUEPREDICATE"] + edit).status == 0)
        let to = world.folder.appending(path: "out")
        #expect(try world.photos("export", "--where", "TRUEPREDICATE", "--to", to.path, "--embed-metadata").status == 0)
        let keys = [
            "Title", "ImageDescription", "Description", "Subject", "Rating", "DateTimeOriginal", "OffsetTimeOriginal", "GPSLatitude", "GPSLongitude", "Validate", "Warning",
        ]
        let read = try Tool.shell("exiftool -j -n \(keys.map { "-\($0)" }.joined(separator: " ")) '\(to.path)/IMG_1000.jpg'")
        let found = try #require(JSONSerialization.jsonObject(with: Data(read.output.utf8)) as? [[String: Any]]).first ?? [:]
        let said: [(String, String)] = [
            ("Title", "Pier"), ("ImageDescription", "Alt: 港"), ("Description", "Alt: 港"), ("Rating", "3"), ("DateTimeOriginal", "2020:01:02 03:04:05"),
            ("OffsetTimeOriginal", "+09:00"), ("GPSLatitude", "-35.5"), ("GPSLongitude", "139.25"),
        ]
        for (key, value) in said { #expect("\(found[key] ?? "")" == value, "\(key) of \(read)") }
        #expect(found["Subject"] as? [String] == ["Meer", "a, b"], "\(read)")
        // Ratings of EXIF are Microsoft's.
        #expect((found["Warning"] as? String)?.hasPrefix("[minor]") != false, "\(read)")
    }

    static let hasExifTool = (try? Tool.shell("command -v exiftool").status) == 0
}
