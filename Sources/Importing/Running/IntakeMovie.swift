import Foundation
import Metadata
import Originals
import PhotoModel
import Support

/// The movie in the file of a picture that is taken in: it comes with the picture, and is no file.
package struct IntakeMovie: Sendable {
    let found: EmbeddedMovie
    let sha256: [UInt8]
    let sha1: [UInt8]?

    /// Hashes it.
    /// - Returns: `nil` where there is none, or the file ends before it does.
    init?(_ found: EmbeddedMovie?, in staged: StagedFile) throws(OriginalsError) {
        let hash = ContentHash(.sha1)
        guard let found, let end = Int64(exactly: found.range.upperBound), end <= staged.size,
            let digest = try staged.open().digest(of: Int64(found.range.lowerBound)..<end, pass: { hash.update($0) })
        else { return nil }
        (self.found, sha256, sha1) = (found, digest, hash.digest())
    }

    var digest: ContentDigest { ContentDigest(sha256) }

    /// What the row of its picture makes of it.
    func record(in picture: ResourceRecord) -> ResourceRecord {
        var record = ResourceRecord(
            type: .pairedVideo, filename: Self.name(picture.filename, found.uniformType), uniformType: found.uniformType, size: Int64(found.range.count),
            sha256: Data(sha256), location: picture.location)
        record.sha1 = sha1.map { Data($0) }
        (record.offset, record.isLocal, record.isInCloud) = (Int64(found.range.lowerBound), picture.isLocal, picture.isInCloud)
        return record
    }

    /// `PXL_1.MP.mp4` for `PXL_1.MP.jpg`.
    private static func name(_ picture: String, _ uniformType: String) -> String {
        let own = MediaName(picture).pathExtension
        let stem = own.isEmpty ? picture : String(picture.dropLast(own.count + 1))
        return "\(stem).\(UniformTypes.preferredExtension(of: uniformType) ?? "mp4")"
    }
}

extension AssetDraft {
    /// Takes out a movie whose very bytes lie in the picture's own file. The picture has it already, and goes out again as the one file that it came as.
    /// - Returns: the file that is not needed.
    @discardableResult
    mutating func removeEmbeddedMovie(_ files: [IntakeFile]) -> Int? {
        guard let movie = files[primary].movie, let given = first(.pairedVideo), files[given].digest == movie.digest else { return nil }
        members.removeAll { $0.file == given }
        return given
    }
}
