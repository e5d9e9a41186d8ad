import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import Testing
@testable import PhotosServer

/// Which folders there are, and which files lie in them.
@Suite struct TreeTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    @Test func `the top level has the photos, the albums, and for the owner what comes in`() async throws {
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("") == ["Albums/", "Incoming/", "Photos/"])
            for empty in ["Albums/", "Incoming/", "Photos/"] { #expect(try await client.names(empty) == [], "\(empty)") }
            // As clients ask that cut off the slash; what is told has it all the same.
            for folder in ["Photos", "Albums", "Incoming"] { #expect(try await client.look(folder).members.map(\.path) == [folder + "/"]) }
            let bare = try await server.connect()
            #expect(try await bare.send("PROPFIND", "/dav", [("Depth", "0")]).status == 207)
            for missing in ["Nothing", "Photos/x", "Photos/2023", "Photos/2023/06", "Albums/x/", "Incoming/x", "Photos/Undated/"] {
                let reply = try await client.propfind(missing)
                #expect(reply.status == 404, "\(missing): \(reply.status)")
            }
        }
    }

    @Test func `a photo lies in the year and month of the clock where it was taken`() async throws {
        // In UTC the first is of July, the second of June.
        try library.addPhoto("EVENING.JPG", taken: "2023:06:30 23:30:00", offset: "-05:00", seed: 1)
        try library.addPhoto("NIGHT.JPG", taken: "2023:07:01 00:30:00", offset: "+09:00", seed: 2)
        try library.addPhoto("NEWYEAR.JPG", taken: "2024:01:01 00:00:00", offset: "+13:45", seed: 3)
        try library.addPhoto("NOWHERE.JPG", taken: "1999:12:31 23:59:59", seed: 4)
        try library.addPhoto("DATELESS.JPG", taken: nil, seed: 5)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Photos/") == ["1999/", "2023/", "2024/", "Undated/"])
            #expect(try await client.names("Photos/2023/") == ["06/", "07/"])
            #expect(try await client.names("Photos/2023/06/") == ["EVENING.JPG"])
            #expect(try await client.names("Photos/2023/07/") == ["NIGHT.JPG"])
            #expect(try await client.names("Photos/2024/") == ["01/"])
            #expect(try await client.names("Photos/2024/01/") == ["NEWYEAR.JPG"])
            #expect(try await client.names("Photos/1999/12/") == ["NOWHERE.JPG"])
            #expect(try await client.names("Photos/Undated/") == ["DATELESS.JPG"])
            for wrong in ["2023/6/", "2023/6", "2023/13/", "2023/00/", "+2023/06/", "2023/08/", "02023/06/", "2023/06/night.txt", "2023/EVENING.JPG"] {
                let reply = try await client.propfind("Photos/" + wrong)
                #expect(reply.status == 404, "\(wrong): \(reply.status)")
            }
        }
    }

    @Test func `years far from now are folders too, and lead to their photos`() async throws {
        let photo = try library.addPhoto("OLD.JPG", taken: "2023:06:30 12:00:00", seed: 1), other = try library.addPhoto("FUTURE.JPG", taken: "2023:06:30 12:00:00", seed: 2)
        try library.change(photo) { $0.creationDate = -4_500_000_000 }
        try library.change(other) { $0.creationDate = 300_000_000_000 }
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            var found: [String] = []
            for year in try await client.names("Photos/") {
                for month in try await client.names("Photos/" + year) { found += try await client.names("Photos/" + year + month) }
            }
            #expect(found.sorted() == ["FUTURE.JPG", "OLD.JPG"])
        }
    }

    @Test func `folders of albums nest, and a photo is in each album it is in`() async throws {
        let a = try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 1), b = try library.addPhoto("B.JPG", taken: "2023:06:02 12:00:00", seed: 2)
        let trips = try library.addFolder("Trips"), far = try library.addFolder("Far", in: trips)
        try library.addAlbum("Lisbon", [a, b], in: far)
        try library.addAlbum("Porto", [b], in: trips)
        try library.addAlbum("Best", [a])
        try library.addAlbum("Empty")
        try library.addFolder("Bare")
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Albums/") == ["Bare/", "Best/", "Empty/", "Trips/"])
            #expect(try await client.names("Albums/Trips/") == ["Far/", "Porto/"])
            #expect(try await client.names("Albums/Trips/Far/Lisbon/") == ["A.JPG", "B.JPG"])
            #expect(try await client.names("Albums/Trips/Porto/") == ["B.JPG"])
            #expect(try await client.names("Albums/Best/") == ["A.JPG"])
            for empty in ["Albums/Empty/", "Albums/Bare/"] { #expect(try await client.names(empty) == [], "\(empty)") }
            #expect(try await client.propfind("Albums/Far/").status == 404)
            #expect(try await client.names("Photos/2023/06/") == ["A.JPG", "B.JPG"])
        }
    }

    @Test func `what is hidden or deleted is nowhere`() async throws {
        let ids = try (1...3).map { try library.addPhoto("\($0).JPG", taken: "2023:06:01 12:00:0\($0)", seed: $0) }
        let alone = try library.addPhoto("ALONE.JPG", taken: "2020:01:01 12:00:00", seed: 4)
        try library.addAlbum("Trip", ids)
        try library.change(ids[1]) { $0.isHidden = true }
        try library.delete(ids[2], alone)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Photos/") == ["2023/"], "no month is left of 2020")
            for folder in ["Photos/2023/06/", "Albums/Trip/"] {
                #expect(try await client.names(folder) == ["1.JPG"], "\(folder)")
                for name in ["2.JPG", "3.JPG"] {
                    #expect(try await client.get(folder + name).status == 404)
                    #expect(try await client.propfind(folder + name, depth: "0").status == 404)
                }
            }
        }
    }

    @Test func `of a burst all frames are there, though the gallery shows one`() async throws {
        let library = try TemporaryLibrary()
        for number in 1...3 {
            let id = try library.addPhoto("IMG_\(number).JPG", taken: "2023:06:12 10:00:0\(number)", seed: number)
            try library.change(id) { ($0.burstIdentifier, $0.representsBurst) = ("B", number == 2) }
        }
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await server.filenames().count < 3)
            #expect(try await client.names("Photos/2023/06/") == ["IMG_1.JPG", "IMG_2.JPG", "IMG_3.JPG"])
            #expect(try await client.get("Photos/2023/06/IMG_3.JPG").status == 200)
        }
    }

    @Test func `the files of one photo lie side by side`() async throws {
        let still = try FixtureImages.jpeg(seed: 1), paired = try FixtureImages.jpeg(seed: 2), raw = FixtureImages.raw()
        let live = try library.add((.photo, "IMG_1.JPG", still), (.pairedVideo, "IMG_1.MOV", TinyMovie.data))
        let pair = try library.add((.photo, "IMG_2.JPG", paired), (.alternatePhoto, "IMG_2.DNG", raw))
        let video = try library.add((.video, "CLIP.MOV", TinyMovie.data))
        try library.addAlbum("All", [live, pair, video])
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Albums/All/") == ["CLIP.MOV", "IMG_1.JPG", "IMG_1.MOV", "IMG_2.DNG", "IMG_2.JPG"])
            for (name, data) in [("IMG_1.JPG", still), ("IMG_1.MOV", TinyMovie.data), ("IMG_2.JPG", paired), ("IMG_2.DNG", raw), ("CLIP.MOV", TinyMovie.data)] {
                let reply = try await client.get("Albums/All/" + name)
                #expect(reply.status == 200 && reply.body == data, "\(name): \(reply.status)")
            }
        }
    }

    @Test func `an edited photo is there as it came in, and beside it as it is shown`() async throws {
        let jpeg = try FixtureImages.jpeg(seed: 1), png = try FixtureImages.png(seed: 2)
        let ids = [try library.add((.photo, "IMG_1.JPG", jpeg)), try library.add((.photo, "IMG_2.PNG", png)), try library.addPhoto("IMG_3.JPG", seed: 3)]
        try library.addAlbum("All", ids)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            for id in ids[..<2] {
                let saved = try await server.post(
                    "/api/assets/\(id)/adjustments", json: #"{"adjustments":{"format":"org.openphotokit.adjustments","version":"1.0","rotation":90}}"#)
                #expect(saved.status == 200, "\(saved.text)")
            }
            let names = try await client.names("Albums/All/")
            #expect(names.map { $0.lowercased() } == ["img_1 (edited).jpg", "img_1.jpg", "img_2 (edited).jpg", "img_2.png", "img_3.jpg"])
            #expect(try await client.get("Albums/All/IMG_1.JPG").body == jpeg)
            #expect(try await client.get("Albums/All/IMG_2.PNG").body == png)
            for (id, edited) in [(ids[0], names[0]), (ids[1], names[2])] {
                let shown = try await server.original(id)
                #expect(try await client.get("Albums/All/" + edited).body == shown && shown != jpeg && shown != png, "\(edited)")
            }
            let reverted = try await server.post("/api/assets/\(ids[0])/adjustments", json: #"{"adjustments":null}"#)
            #expect(reverted.status == 200)
            #expect(try await client.names("Albums/All/").map { $0.lowercased() } == ["img_1.jpg", "img_2 (edited).jpg", "img_2.png", "img_3.jpg"])
        }
    }

    @Test func `what changes in the library is seen with the next question`() async throws {
        let id = try library.addPhoto("A.JPG", taken: "2023:06:01 12:00:00", seed: 1)
        try await TestServer.run(library) { server async throws in
            let client = DAVClient(server)
            #expect(try await client.names("Photos/") == ["2023/"])
            try library.change(id) { $0.creationDate = 0 }
            #expect(try await client.names("Photos/") == ["2001/"])
            #expect(try await client.get("Photos/2023/06/A.JPG").status == 404)
            #expect(try await client.get("Photos/2001/01/A.JPG").status == 200)
            try library.addAlbum("Trip", [id])
            #expect(try await client.names("Albums/Trip/") == ["A.JPG"])
            try library.delete(id)
            for empty in ["Albums/Trip/", "Photos/"] { #expect(try await client.names(empty) == [], "\(empty)") }
        }
    }
}
