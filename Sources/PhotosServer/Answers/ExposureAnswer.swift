import Descriptions
import Foundation
import LibraryEngine
import Metadata
import PhotoModel
import Pixels

/// How a photo was exposed, and whether its date is one that it states: the catalogue keeps neither, so both are read from the original, in a worker.
struct ExposureAnswer: Sendable {
    private let camera: CameraFacts
    /// An import takes the file's modification time for the date of what states none. `nil` where the file can't be read.
    private let isDateOfFile: Bool?

    /// Nothing is known of what has no file here.
    /// - Throws: a `Problem` for an asset that is not there.
    init(_ id: String, _ context: GalleryContext) async throws {
        let (record, resources) = try await context.read { reader in
            let record = try AssetAnswer.record(id, reader)
            return (record, try reader.resources(assetID: record.id))
        }
        guard let resource = resources.original, resource.isLocal else {
            (camera, isDateOfFile) = (CameraFacts(), nil)
            return
        }
        let library = context.library
        do {
            let file = try await context.work.run(.file(resource.fileLocation)) { try library.openResource(resource) }
            (camera, isDateOfFile) = try await context.work.run(.picture) {
                let facts = try library.facts(of: file, resource)
                return (
                    record.mediaType == .image ? facts.camera : CameraFacts(),
                    facts.captureDate == nil ? library.isDateGuessed(of: record, resources) : false
                )
            }
        } catch is CodecError {
            (camera, isDateOfFile) = (CameraFacts(), nil)
        } catch is LibraryError {
            (camera, isDateOfFile) = (CameraFacts(), nil)
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
            if let isDateOfFile { json.field("isDateOfFile", isDateOfFile) } else { json.null("isDateOfFile") }
        }
        return json.bytes
    }
}
