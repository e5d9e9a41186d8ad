import Foundation
import LibraryEngine
import PhotoModel

/// A file of a photo as it is listed in a folder.
struct PhotoFile: Sendable {
    let name: String
    let record: AssetRecord
    let resource: ResourceRecord

    /// Those of a photo, by names that no two of them share.
    static func files(of record: AssetRecord, _ resources: [ResourceRecord]) -> [PhotoFile] {
        var files: [PhotoFile] = [], taken: Set<String> = []
        func add(_ resource: ResourceRecord?, _ name: (ResourceRecord) -> String = { $0.filename }) {
            guard let resource, !resource.isEmbedded else { return }
            let base = DAVNames.safe(name(resource))
            var unique = base, number = 2
            while !taken.insert(DAVNames.folded(unique)).inserted {
                unique = DAVNames.suffixed(base, "\(number)")
                number += 1
            }
            files.append(PhotoFile(name: unique, record: record, resource: resource))
        }
        func edited(_ resource: ResourceRecord?, of original: ResourceRecord?) {
            add(resource) { DAVNames.edited(original?.filename ?? record.filename, extension: Self.pathExtension($0.filename)) }
        }
        let original = resources.original
        add(original)
        for resource in resources where resource.type == .alternatePhoto { add(resource) }
        add(resources.first(.pairedVideo))
        edited(resources.first(.fullSizePhoto) ?? resources.first(.fullSizeVideo), of: original)
        edited(resources.first(.fullSizePairedVideo), of: resources.first(.pairedVideo))
        return files
    }

    private static func pathExtension(_ filename: String) -> String {
        guard let dot = filename.lastIndex(of: "."), dot > filename.startIndex else { return "" }
        let text = String(filename[filename.index(after: dot)...])
        // As cameras write it.
        return text.lowercased() == "jpeg" ? "jpg" : text
    }

    private static let renderings: Set<ResourceType> = [.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo]

    /// In seconds since 1970.
    var modified: Double {
        let taken = record.creationDate ?? record.addedDate
        let date = Self.renderings.contains(resource.type) ? record.adjustmentTimestamp ?? record.modificationDate ?? taken : taken
        return date + Date.timeIntervalBetween1970AndReferenceDate
    }

    /// As every answer with its bytes has it.
    var tag: String { FileAnswer.tag(of: resource) }

    var type: String { UniformTypes.mimeType(of: resource.uniformType) ?? MIMEType.data }
}
