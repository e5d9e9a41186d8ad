import AssetsLibrary
import Foundation
import SharedWorld
import Testing

/// Copies an asset's bytes in pieces, as uploads did that could not hold a video in memory.
class AssetUploader {
    let bufferSize = 1024
    var error: NSError?

    func copy(_ asset: ALAsset, toPath path: String) -> Bool {
        guard let representation = asset.defaultRepresentation() else { return false }
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: nil)
        guard let handle = FileHandle(forWritingAtPath: path) else { return false }
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: bufferSize)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while offset < representation.size() {
            let count = representation.getBytes(buffer, fromOffset: offset, length: bufferSize, error: &error)
            if count == 0 { return false }
            handle.write(Data(bytes: buffer, count: count))
            offset += Int64(count)
        }
        handle.closeFile()
        return true
    }

    func mimeType(_ asset: ALAsset) -> String {
        switch asset.defaultRepresentation().uti() {
        case "public.jpeg": return "image/jpeg"
        case "com.apple.quicktime-movie": return "video/quicktime"
        default: return "application/octet-stream"
        }
    }
}

extension AssetsLibraryTests {
    @Suite struct Program4 {
        let world: World
        init() throws { world = try World() }

        @Test func everyByteIsCopied() async throws {
            let library = ALAssetsLibrary(), movie = try world.movie(), uploader = AssetUploader()
            let url = try await library.writeVideoAtPath(toSavedPhotosAlbum: movie), asset = try #require(try await library.found(url))
            let copy = world.folder.appending(path: "copy.mov")
            #expect(uploader.copy(asset, toPath: copy.path) && uploader.error == nil)
            #expect(try Data(contentsOf: copy) == Data(contentsOf: movie) && uploader.mimeType(asset) == "video/quicktime")
        }
    }
}
