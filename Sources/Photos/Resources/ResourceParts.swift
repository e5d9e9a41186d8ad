import Foundation
import LibraryEngine
import Metadata
import Synchronization

/// A resource's file, opened once, for those who read parts of it and ask what it says of itself.
///
/// Parts are not compared with the hash from the import, which takes all bytes; that it is the file that came in, its size and date say. May be used from any
/// thread. Nothing is downloaded.
package final class ResourceParts: Sendable {
    private let bytes: ResourceBytes
    private let decoder: any MediaDecoder
    private let name: String
    private let facts = Mutex<MediaFacts?>(nil)

    /// - Throws: a `PHPhotosError`.
    package init(_ resource: PHAssetResource) throws {
        name = resource.originalFilename
        do {
            let source = try ResourceSource(resource, nil)
            bytes = try source.open()
            if case .library(_, _, let access) = source { decoder = access.library.decoder } else { decoder = try ProcessImageCoder.decoder() }
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Copies bytes from an offset on, fewer at the end of the file. Waits for the disk.
    /// - Throws: a `PHPhotosError`.
    package func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int64) throws -> Int {
        do { return try bytes.read(into: buffer, from: offset) } catch { throw PHPhotosError(error) }
    }

    /// How its pixels are turned. Waits for the disk and a worker when it is first asked.
    /// - Throws: a `PHPhotosError`.
    package var orientation: CGImagePropertyOrientation {
        get throws { CGImagePropertyOrientation(rawValue: UInt32(try known().orientation)) ?? .up }
    }

    /// What it says of itself, laid out as ImageIO does; `nil` for what is no image.
    /// - Throws: a `PHPhotosError`.
    package var imageProperties: [String: Any]? {
        get throws {
            let facts = try known()
            return facts.kind == .image || facts.kind == .rawImage ? facts.imageProperties : nil
        }
    }

    private func known() throws -> MediaFacts {
        if let facts = facts.withLock({ $0 }) { return facts }
        let read: MediaFacts
        do { read = try bytes.facts(by: decoder, named: name) } catch { throw PHPhotosError(error) }
        facts.withLock { $0 = read }
        return read
    }
}
