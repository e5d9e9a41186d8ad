import Foundation
import LibraryEngine
import Photos
import PhotosServer
import PhotosTesting
import TestSupport
import Testing

/// A resource's bytes are the same, whichever way they are asked for.
@Suite(.timeLimit(.minutes(20))) struct SameBytesTests {
    let library: TemporaryLibrary
    init() throws { library = try TemporaryLibrary() }

    private func asset(_ id: String) throws -> PHAsset {
        let options = PHFetchOptions()
        options.photoLibrary = library.photoLibrary
        return try #require(PHAsset.fetchAssets(withLocalIdentifiers: [id], options: options).firstObject)
    }

    private func streamed(_ resource: PHAssetResource) async throws -> Data {
        let pieces = AsyncThrowingStream<Data, any Error> { continuation in
            PHAssetResourceManager.default().requestData(for: resource, options: nil) {
                continuation.yield($0)
            } completionHandler: {
                continuation.finish(throwing: $0)
            }
        }
        return try await pieces.reduce(into: Data()) { $0.append($1) }
    }

    /// By the name of each, as an export of everything writes them.
    private func exported(_ asset: PHAsset) throws -> [String: Data] {
        let folder = library.folder.appendingPathComponent("export-\(asset.localIdentifier.prefix(36))")
        var options = ExportOptions()
        options.allResources = true
        let uuid = try #require(UUID(uuidString: String(asset.localIdentifier.prefix(36))))
        let row = try #require(try library.library.read { try $0.assetID(uuid: uuid) })
        let report = try library.library.export([row], to: folder, options: options)
        return try Dictionary(uniqueKeysWithValues: report.files.map { (URL(fileURLWithPath: $0).lastPathComponent, try Data(contentsOf: URL(fileURLWithPath: $0))) })
    }

    /// - Parameter whole: how many of the resources are files, which come first; the others are parts of them, and go out with them.
    private func expectSameBytes(_ id: String, _ files: [Data], whole: Int? = nil, _ server: TestServer) async throws {
        let asset = try asset(id), resources = PHAssetResource.assetResources(for: asset), exported = try exported(asset), whole = whole ?? files.count
        #expect(resources.count == files.count && exported.count == whole)
        for (index, resource) in resources.enumerated() {
            let target = library.folder.appendingPathComponent("\(id)-\(index)")
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: target, options: nil)
            let ways: [(String, Data?)] = [
                ("stream", try await streamed(resource)), ("file", try Data(contentsOf: target)),
                ("export", index < whole ? exported[resource.originalFilename] : data(files[index], in: exported)),
                ("server", try await server.get("/original/\(id)/1?resource=\(index)").body),
                ("original", try (resource.value(forKey: "fileURL") as? URL).map { try Data(contentsOf: $0) }),
            ]
            for (way, data) in ways { #expect(data == files[index], "\(resource.type) by \(way)") }
        }
    }

    /// A part of one of the files.
    private func data(_ part: Data, in files: [String: Data]) -> Data? {
        files.values.lazy.compactMap { file in file.range(of: part).map { file.subdata(in: $0) } }.first
    }

    private func data(_ id: String, _ version: PHImageRequestOptionsVersion) async throws -> Data {
        let options = PHImageRequestOptions()
        options.version = version
        return try await PHImageManager.default().data(for: asset(id), options: options).data
    }

    private func movie(_ id: String, _ version: PHVideoRequestOptionsVersion) async throws -> Data {
        let options = PHVideoRequestOptions(), asset = try asset(id)
        options.version = version
        let url = await withCheckedContinuation { (done: CheckedContinuation<URL?, Never>) in
            PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { movie, _, _ in done.resume(returning: (movie as? AVURLAsset)?.url) }
        }
        return try Data(contentsOf: #require(url))
    }

    @Test func `photos, pairs, Live Photos, videos and edits give one set of bytes`() async throws {
        let jpeg = try FixtureImages.jpeg(seed: 1), rendering = try FixtureImages.jpeg(seed: 2), raw = FixtureImages.raw(), film = FixtureMovies.blue
        let cut = try FixtureMovies.quarters(), edit = Data("an edit".utf8), long = jpeg + Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 11) })
        let photo = try library.add((.photo, "a.jpg", long)), pair = try library.add((.photo, "b.jpg", jpeg), (.alternatePhoto, "b.dng", raw))
        let live = try library.add((.photo, "c.jpg", jpeg), (.pairedVideo, "c.mov", film))
        let edited = try library.add((.photo, "d.jpg", jpeg), (.fullSizePhoto, "d-render.jpg", rendering), (.adjustmentData, "d.data", edit))
        let video = try library.add((.video, "e.mov", film), (.fullSizeVideo, "e-render.mov", cut), (.adjustmentData, "e.data", edit))
        // A part of another file has its own bytes by every way too.
        let motion = try [MotionPhotoKind.pixel7, .galaxyS9].map { kind in
            let file = Data(kind.file(picture: Array(jpeg), movie: Array(cut)))
            return (id: try library.add((.photo, kind.name, file)), file: file)
        }
        try await TestServer.run(library) { server async throws in
            try await expectSameBytes(photo, [long], server)
            try await expectSameBytes(pair, [jpeg, raw], server)
            try await expectSameBytes(live, [jpeg, film], server)
            try await expectSameBytes(edited, [jpeg, rendering, edit], server)
            try await expectSameBytes(video, [film, cut, edit], server)
            for (id, file) in motion { try await expectSameBytes(id, [file, cut], whole: 1, server) }
        }
        for (id, file) in motion {
            #expect(try await data(id, .current) == file)
            #expect(try await data(id, .original) == file)
        }
        for (id, current, original) in [(photo, long, long), (pair, jpeg, raw), (live, jpeg, jpeg), (edited, rendering, jpeg)] {
            #expect(try await data(id, .current) == current)
            #expect(try await data(id, .original) == original)
        }
        #expect(try await movie(video, .current) == cut)
        #expect(try await movie(video, .original) == film)
    }
}
