import Decoding
import Descriptions
import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels

/// How a photo was exposed, which the catalogue does not keep: read from the original, in a worker.
struct ExposureAnswer: Sendable {
    private let camera: CameraFacts

    /// Nothing is known of what is no photo, or whose file is elsewhere, gone or damaged.
    /// - Throws: a `Problem` for an asset that is not there.
    init(_ id: String, _ context: GalleryContext) async throws {
        let resource = try await context.read { reader -> ResourceRecord? in
            let record = try AssetAnswer.record(id, reader)
            return record.mediaType == .image ? try reader.resources(assetID: record.id).original : nil
        }
        guard let resource, resource.isLocal else {
            camera = CameraFacts()
            return
        }
        let library = context.library
        do {
            let file = try await context.work.run(.file(resource.filePlace)) { try library.openResource(resource) }
            camera = try await context.work.run(.picture) {
                try withExtendedLifetime(file) {
                    try library.decoder.examine(MediaSource(descriptor: file.descriptor, name: resource.filename), .factsOnly).facts.camera
                }
            }
        } catch is CodecError {
            camera = CameraFacts()
        } catch is LibraryError {
            camera = CameraFacts()
        }
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("exposureTime", camera.exposureTime)
            json.field("fNumber", camera.fNumber)
            json.field("iso", camera.iso)
            json.field("focalLength", camera.focalLength)
            json.field("focalLengthIn35mm", camera.focalLengthIn35mm)
            if let fired = camera.flashFired { json.field("flashFired", fired) } else { json.null("flashFired") }
            json.field("software", camera.software)
        }
        return json.bytes
    }
}
