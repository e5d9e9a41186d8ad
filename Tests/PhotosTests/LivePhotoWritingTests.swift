import Foundation
import Photos
import PhotosTesting
import Testing

extension ClientTests {
    /// Two files made the halves of one Live Photo.
    @Suite struct LivePhotoWriting {
        let fixture: Fixture
        let folder: URL
        let photo: URL
        let video: URL

        init() throws {
            fixture = try Fixture()
            folder = fixture.temporary.folder.appendingPathComponent("out")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            photo = try fixture.temporary.file("a.jpg", FixtureImages.jpeg(seed: 3))
            video = try fixture.temporary.file("b.mov", FixtureMovies.blue)
        }

        private var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }

        @Test func theCopiesAreKnownToBelongTogether() async throws {
            // A placeholder of files that name no common identifier is refused.
            let copies = try await PHLivePhoto.writeFiles(photo: photo, video: video, to: folder)
            #expect(try names == ["a.jpg", "b.mov"] && copies.photo.lastPathComponent == "a.jpg")
            #expect(try Data(contentsOf: photo) == FixtureImages.jpeg(seed: 3) && Data(contentsOf: video) == FixtureMovies.blue, "the files are as they were")
            for (files, isOne) in [([photo, video], false), ([copies.photo, copies.video], true)] {
                let photo = await withCheckedContinuation { (done: CheckedContinuation<PHLivePhoto?, Never>) in
                    PHLivePhoto.request(withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit) { photo, info in
                        if (info[PHLivePhotoInfoIsDegradedKey] as? NSNumber)?.boolValue != true { done.resume(returning: photo) }
                    }
                }
                #expect((photo != nil) == isOne)
            }
        }

        @Test func whatFailsLeavesNeither() async throws {
            func code(_ photo: URL, _ video: URL) async -> Int? {
                do {
                    _ = try await PHLivePhoto.writeFiles(photo: photo, video: video, to: folder)
                    return nil
                } catch {
                    return (error as NSError).code
                }
            }
            let text = try fixture.temporary.file("c.jpg", Data("text".utf8)), cut = try fixture.temporary.file("d.mov", FixtureMovies.blue.dropLast(40))
            let invalid = PHPhotosError.Code.invalidResource.rawValue
            for (photo, video) in [(video, photo), (photo, photo), (text, video), (photo, cut)] { #expect(await code(photo, video) == invalid) }
            #expect(await code(photo, folder.appendingPathComponent("none.mov")) == PHPhotosError.Code.missingResource.rawValue)
            #expect(try names.isEmpty)
            try Data("mine".utf8).write(to: folder.appendingPathComponent("b.mov"))
            #expect(await code(photo, video) == PHPhotosError.Code.internalError.rawValue)
            #expect(try names == ["b.mov"] && Data(contentsOf: folder.appendingPathComponent("b.mov")) == Data("mine".utf8))
        }
    }
}
