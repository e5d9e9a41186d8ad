import Foundation
import LibraryEngine
import Photos
import PhotosTesting
import TestSupport
import Testing
@testable import PhotosServer

/// Representations that can't be made of what was chosen.
extension PickerTests {
    /// A photo that is to be smaller, and a RAW and a film that are to be what everything opens.
    private static let wishes = [("BIG.JPG", #"{"size":200}"#), ("SHOT.DNG", #"{"representation":"compatible"}"#), ("MOV_1.MOV", #"{"representation":"compatible"}"#)]

    @Test(arguments: [FaultInjectingDecoder.Fault.damage, .crash])
    func `what can't be decoded says so, and its own files come all the same`(_ fault: FaultInjectingDecoder.Fault) async throws {
        let library = try TemporaryLibrary(), film = try Data(MadeFilm { ($0.picture, $0.sound) = ("mpeg4", nil) }.bytes())
        let assets = [
            "BIG.JPG": try library.add((.photo, "BIG.JPG", FixtureImages.jpeg(width: 800, height: 600, seed: 4))),
            "SHOT.DNG": try library.add((.photo, "SHOT.DNG", FixtureImages.raw(width: 64, height: 48))), "MOV_1.MOV": try library.add((.video, "MOV_1.MOV", film)),
        ]
        try await TestServer.run(library) { server async throws in
            for (name, request) in Self.wishes {
                let picker = try await Self.begin(server, request), person = try await Self.person(server, picker), program = try await Self.program(server, picker)
                #expect(try await Self.choose(person, picker, "{\"assets\":[\"\(assets[name] ?? "")\"]}").status == 200)
                let bytes = try await program.get(picker.path + "/items/0/resources/0").body
                library.faults.fault = fault
                let reply = try await program.get(picker.path + "/items/0/file")
                #expect(reply.status == 415 && reply.problem == "damaged", "\(name): \(reply.status) \(reply.text.prefix(300))")
                if case .damage = fault { #expect(reply.text.contains(name), "\(reply.text)") }
                let original = try await program.get(picker.path + "/items/0/resources/0")
                #expect(original.status == 200 && original.body == bytes && !bytes.isEmpty, "\(name)")
                #expect(try await program.get(picker.path).decoded(State.self).items.map(\.isGone) == [false], "it is there")
                library.faults.fault = nil
                #expect(try await program.get(picker.path + "/items/0/file").status == 200, "\(name): what failed once is tried anew")
            }
        }
    }

    @Test func `what lies in a cloud that can't be reached says so, until it can`() async throws {
        let library = try TemporaryLibrary(), ids = [try library.addPhoto(), try library.add((.video, "CLIP.MOV", TinyMovie.data))], options = PHFetchOptions()
        options.photoLibrary = library.photoLibrary
        for (id, type) in zip(ids, [PHAssetResourceType.photo, .video]) {
            try library.sendToCloud([try #require(PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject)], [type])
        }
        try await TestServer.run(library) { server async throws in
            let picker = try await Self.begin(server, #"{"limit":0}"#), person = try await Self.person(server, picker), program = try await Self.program(server, picker)
            #expect(try await Self.choose(person, picker, "{\"assets\":[\"\(ids[0])\",\"\(ids[1])\"]}").decoded(Chosen.self).state == "confirmed", "it is chosen all the same")
            let paths = [0, 1].flatMap { item in ["file", "resources/0"].map { "\(picker.path)/items/\(item)/\($0)" } }
            for fault in [TemporaryLibrary.TestCloud.Fault.unreachable, .missing] {
                library.cloud.fault = fault
                for path in paths {
                    let reply = try await program.get(path)
                    #expect(reply.status == 503 && reply.problem == "unavailable", "\(path): \(reply.status) \(reply.text)")
                }
                #expect(try await program.get(picker.path).decoded(State.self).items.map(\.isGone) == [false, false])
            }
            library.cloud.fault = nil
            for path in paths { #expect(try await program.get(path).status == 200, "\(path)") }
            #expect(try await program.get(paths[3]).body == TinyMovie.data)
        }
    }
}
