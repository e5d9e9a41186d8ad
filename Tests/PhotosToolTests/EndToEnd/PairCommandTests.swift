import Foundation
import TestSupport
import Testing

/// `photos pair` and `photos unpair`.
@Suite struct PairCommandTests {
    @Test func aLivePhotoIsMadeAndTakenApart() throws {
        let world = try World()
        try world.addPictures(1)
        let movie = world.pictures.appending(path: "MOV_1.MOV"), bytes = Data(try MadeFilm { $0.seconds = 1 }.bytes())
        try bytes.write(to: movie)
        #expect(try world.photos("import", world.pictures.path).status == 0)
        func ids() throws -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: try world.photos("assets", "--json").jsonLines.compactMap { line in
                    (line["filename"] as? String).flatMap { name in (line["localIdentifier"] as? String).map { (name, $0) } }
                })
        }
        let before = try ids(), photo = try #require(before["IMG_1000.jpg"]), video = try #require(before["MOV_1.MOV"])
        #expect(try world.photos("pair", video, photo).status == 65 && ids() == before)
        let paired = try world.photos("pair", photo, video, "--json")
        #expect(paired.status == 0 && paired.json["changed"] as? Int == 1, "\(paired)")
        #expect(try ids() == ["IMG_1000.jpg": photo])
        let to = world.folder.appending(path: "out")
        #expect(try world.photos("export", photo, "--to", to.path).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: to.path).sorted() == ["IMG_1000.jpg", "MOV_1.MOV"])
        #expect(try Data(contentsOf: to.appending(path: "MOV_1.MOV")) == bytes)
        for (playback, style) in [("loop", "videoLooping"), ("bounce", "videoLooping"), ("long-exposure", "image"), ("still", "image"), ("live", "livePhoto")] {
            #expect(try world.photos("edit", photo, "--playback", playback).status == 0)
            #expect(try world.photos("show", photo, "--json").json["playbackStyle"] as? String == style, "\(playback)")
        }
        let apart = try world.photos("unpair", photo, "--json")
        #expect(apart.status == 0 && apart.json["video"] as? String == video, "\(apart)")
        #expect(try ids() == before && world.photos("verify").status == 0)
        #expect(try world.photos("unpair", photo).status == 65)
        #expect(try world.photos("edit", photo, "--playback", "loop").status == 65)
    }
}
