import Foundation
import Glibc
import Hummingbird
import LibraryEngine
import Metadata
import NIOCore
import Support

/// Sends an archive, a piece at a time, as fast as the client takes it: memory is that of a piece and of the directory at the end.
///
/// Every file is hashed while it passes. One whose bytes are not those that came in is not listed, so that no program finds it, and the note says so.
struct ArchiveBody: Sendable {
    private static let piece = 256 << 10
    private static let zeros = ByteBuffer(repeating: 0, count: piece)

    let plan: ArchivePlan
    let context: GalleryContext

    var response: ResponseBody {
        ResponseBody(contentLength: Int(plan.length)) { writer in
            try await send(to: &writer)
            try await writer.finish(nil)
        }
    }

    private func send(to writer: inout any ResponseBodyWriter) async throws {
        var zip = ZipWriter(zone: plan.zone), absences = plan.absences
        for file in plan.files {
            guard let (source, mask) = try await open(file, &absences) else { continue }
            try await writer.write(ByteBuffer(bytes: zip.begin(file.entry)))
            if let reason = try await send(file, source, mask, &zip, to: &writer) {
                absences.append(.init(filename: file.resource.filename, reason: reason))
                context.library.environment.log(.warning, "\(file.resource.filename) was left out of an archive: it \(reason)")
                try await writer.write(ByteBuffer(bytes: zip.end(isSound: false)))
            } else {
                try await writer.write(ByteBuffer(bytes: zip.end()))
            }
        }
        if !absences.isEmpty {
            let space = plan.length - zip.position - zip.endLength(isLong: plan.isLong) - Int64(ZipWriter.overhead(ofFile: ArchivePlan.note))
            let text = ArchivePlan.text(absences, space: Int(clamping: space))
            try await writer.write(ByteBuffer(bytes: zip.file(ArchivePlan.note, text, modified: plan.made)))
        }
        // What was promised and is not needed belongs to no file.
        try await fill(plan.length - zip.position - zip.endLength(isLong: plan.isLong), &zip, to: &writer)
        var end = ByteBuffer(bytes: zip.finish(isLong: plan.isLong))
        while let piece = end.readSlice(length: min(Self.piece, end.readableBytes)), piece.readableBytes > 0 { try await writer.write(piece) }
    }

    /// `nil` for a file that was there when the archive was asked for, and isn't any more.
    private func open(_ file: ArchivePlan.File, _ absences: inout [ArchivePlan.Absence]) async throws -> (source: OpenFile, mask: PlaceMask?)? {
        do {
            let source = try await context.open(file.resource, .archive(file.resource.fileLocation)).file
            return (source, try await context.placeMask(of: file.resource, source))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // For whom nothing stands any more no zeros are sent in its place.
            guard context.session.stands else { throw error }
            absences.append(.init(filename: file.resource.filename, reason: Problem(error).detail))
            return nil
        }
    }

    /// - Returns: what is wrong with the file, once as many bytes have been sent as were promised.
    private func send(
        _ file: ArchivePlan.File, _ source: OpenFile, _ mask: PlaceMask?, _ zip: inout ZipWriter, to writer: inout any ResponseBodyWriter
    ) async throws -> String? {
        let hash = ContentHash(), size = file.entry.size
        var offset: Int64 = 0
        while offset < size {
            let (start, count) = (offset, Int(min(Int64(Self.piece), size - offset)))
            var piece: ByteBuffer
            do {
                piece = try await context.work.run(.archive(file.resource.fileLocation)) { [session = context.session] in
                    try session.requireSight(of: file.resource.assetID)
                    return try FileAnswer.read(source, at: start, count)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // For whom nothing stands any more the rest is not made up either.
                guard context.session.stands else { throw error }
                try await fill(size - offset, &zip, to: &writer)
                return "can't be read to its end: \(Problem(error).detail)"
            }
            // What came in is compared, and what goes out may say less.
            piece.withUnsafeReadableBytes { hash.update($0) }
            if let mask { piece.withUnsafeMutableReadableBytes { mask.apply(to: $0, at: Int(start)) } }
            piece.withUnsafeReadableBytes { zip.add($0) }
            offset += Int64(piece.readableBytes)
            try await writer.write(piece)
        }
        return hash.digest() == Array(file.resource.sha256) ? nil : "is damaged: its content is not the one that was imported. Restore it from a backup."
    }

    private func fill(_ count: Int64, _ zip: inout ZipWriter, to writer: inout any ResponseBodyWriter) async throws {
        var rest = count
        while rest > 0 {
            let length = Int(min(Int64(Self.piece), rest))
            try await writer.write(Self.zeros.getSlice(at: 0, length: length) ?? Self.zeros)
            zip.pass(Int64(length))
            rest -= Int64(length)
        }
    }
}
