import Photos
import PhotosTesting
import SharedWorld
import Testing

/// Live Photos of files, without a library: while another test's is the shared one, what that does to its decoder would happen here too.
@Suite(.sharedLibrary, .timeLimit(.minutes(20))) struct LivePhotoFileTests {
    private let folder: URL

    init() throws {
        PHPhotoLibrary.replaceShared(with: nil)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("live-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func end() { try? FileManager.default.removeItem(at: folder) }

    private func file(_ name: String, _ data: Data) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try data.write(to: url)
        return url
    }

    private func still(_ identifier: String? = "pair") throws -> URL {
        var metadata = FixtureImages.Metadata()
        (metadata.contentIdentifier, metadata.orientation) = (identifier, .right)
        return try file("a.jpg", FixtureImages.jpeg(width: 600, height: 800, metadata: metadata))
    }

    private func movie(_ identifier: String? = "pair") throws -> URL { try file("a.mov", FixtureMovies.quarters(contentIdentifier: identifier)) }

    private func begin(_ urls: [URL], _ history: MovingHistory, placeholder: UIImage? = nil, _ target: CGSize = .zero) -> PHLivePhotoRequestID {
        PHLivePhoto.request(withResourceFileURLs: urls, placeholderImage: placeholder, targetSize: target, contentMode: .aspectFit) { photo, info in
            let types = photo.map { PHAssetResource.assetResources(for: $0).map { $0.type == .photo ? "still" : "movie" }.joined(separator: "+") }
            history.note(photo.map { "\(Int($0.size.width))x\(Int($0.size.height)) \(types ?? "")" }, info)
        }
    }

    private func calls(_ urls: [URL], _ count: Int) -> [String] {
        let history = MovingHistory()
        _ = begin(urls, history)
        return history.all(count)
    }

    @Test func thePlaceholderThenTheStillThenAll() throws {
        defer { end() }
        let urls = [try movie(), try still()], history = MovingHistory()
        let placeholder = UIImage(cgImage: FixtureImages.quarters(width: 40, height: 30))
        let id = begin(urls, history, placeholder: placeholder, CGSize(width: 400, height: 400))
        #expect(id != PHLivePhotoRequestIDInvalid)
        let calls = history.all(3)
        #expect(calls == ["40x30  degraded", "400x300 still degraded main", "400x300 still+movie main"], "upright, in any order of files")
    }

    @Test func whatDoesNotBelongTogetherIsRefused() throws {
        defer { end() }
        #expect(calls([try still("one"), try movie("another")], 2) == ["800x600 still degraded main", "nil error 3302 main"])
        #expect(calls([try still(nil), try movie(nil)], 2) == ["800x600 still degraded main", "nil error 3302 main"])
        #expect(calls([try still(), folder.appendingPathComponent("gone.mov")], 2) == ["800x600 still degraded main", "nil error 3303 main"])
        #expect(calls([try still()], 2) == ["800x600 still degraded main", "nil error 3302 main"])
        #expect(calls([try movie()], 1) == ["nil error 3302 main"])
        #expect(calls([], 1) == ["nil error 3302 main"])
        #expect(calls([try file("a.txt", Data("text".utf8)), try movie()], 1) == ["nil error 3302 main"])
        #expect(calls([try still(), try movie(), try movie()], 2) == ["800x600 still degraded main", "nil error 3302 main"])
    }

    @Test func cancellingIsToldOnce() throws {
        defer { end() }
        let urls = [try still(), try movie()], history = MovingHistory()
        let isBlocked = DispatchSemaphore(value: 0), wake = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            isBlocked.signal()
            wake.wait()
        }
        isBlocked.wait()
        let id = begin(urls, history)
        PHLivePhoto.cancelRequest(withRequestID: id)
        PHLivePhoto.cancelRequest(withRequestID: id)
        PHLivePhoto.cancelRequest(withRequestID: PHLivePhotoRequestIDInvalid)
        wake.signal()
        #expect(history.all() == ["nil cancelled main"])
        PHLivePhoto.cancelRequest(withRequestID: id)
        #expect(history.all(0) == ["nil cancelled main"])
    }

    @Test func itsFilesCanBeRead() throws {
        defer { end() }
        let urls = [try still(), try movie()], done = DispatchSemaphore(value: 0)
        PHLivePhoto.request(withResourceFileURLs: urls, placeholderImage: nil, targetSize: .zero, contentMode: .default) { photo, info in
            guard (info[PHLivePhotoInfoIsDegradedKey] as? NSNumber)?.boolValue == false else { return }
            let files = photo.map { PHAssetResource.assetResources(for: $0) } ?? []
            #expect(files.map(\.uniformTypeIdentifier) == ["public.jpeg", "com.apple.quicktime-movie"])
            #expect(files.map(\.originalFilename) == ["a.jpg", "a.mov"] && files.map { $0.value(forKey: "fileURL") as? URL } == urls)
            #expect(files.allSatisfy { $0.assetLocalIdentifier.isEmpty && $0.dataSize ?? 0 > 0 })
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 120) == .success)
    }
}
