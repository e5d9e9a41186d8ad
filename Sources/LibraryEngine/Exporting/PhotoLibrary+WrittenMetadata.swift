import Decoding
import Foundation
import Originals
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// What the library knows of an asset, for a copy of its file.
    func writtenMetadata(_ asset: AssetRecord, _ resources: [ResourceRecord]) -> WrittenMetadata {
        var metadata = WrittenMetadata()
        (metadata.title, metadata.caption, metadata.keywords, metadata.rating) = (asset.title, asset.caption, asset.keywords, asset.rating)
        metadata.place = asset.location.map { WrittenMetadata.Place(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude) }
        if let local = asset.localCreationDate(environment.timeZone) {
            // The date of a file's last change is no statement that a picture should carry on.
            let isGuessed = isDateGuessed(of: asset, resources) ?? true
            metadata.date = isGuessed ? .asItIs : .taken(localSeconds: local + Date.timeIntervalBetween1970AndReferenceDate, offset: asset.creationOffset)
        } else {
            metadata.date = .none
        }
        return metadata
    }

    /// The bytes of a copy with these metadata.
    func written(_ metadata: WrittenMetadata, into copy: ExportedFile, _ resource: ResourceRecord) -> Result<[UInt8], CodecError> {
        Result { () throws(CodecError) in
            let file: OpenFile
            do throws(OriginalsError) { file = try copy.open() } catch {
                throw CodecError(.unreadable, "“\(resource.filename)” cannot be read again to write its metadata.", cause: "\(error)")
            }
            defer { withExtendedLifetime(file) {} }
            return try decoder.write(metadata, into: MediaSource(descriptor: file.descriptor, name: resource.filename))
        }
    }
}

extension ResourceRecord {
    /// Whether the asset is seen in it: what the library knows of the asset is said there, and not in files that go with it.
    var showsAsset: Bool {
        switch type {
        case .photo, .fullSizePhoto, .alternatePhoto, .video, .fullSizeVideo, .audio: true
        default: false
        }
    }
}
