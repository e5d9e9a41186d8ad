import Foundation
import LibraryEngine
import PhotoModel

/// What an archive will have in it, and how long it will be: known before its first byte, so that a browser shows how far it is.
struct ArchivePlan: Sendable {
    struct File: Sendable {
        var entry: ZipWriter.Entry
        var resource: ResourceRecord
    }

    /// A file that can't be had, and why.
    struct Absence: Sendable {
        var filename: String
        var reason: String
    }

    /// Names the files that are not in the archive, in it.
    static let note = "Left out.txt"
    /// Room for the note, whatever turns out on the way.
    private static let noteSpace = 2 << 10

    let files: [File]
    let absences: [Absence]
    /// Assets that have a file in it.
    let assets: Int
    let zone: TimeZone
    let made: Double
    /// Bytes of the whole archive. What turns out to be damaged on the way makes it no shorter.
    let length: Int64
    /// Whether 64 bits are needed for its end.
    let isLong: Bool

    init(_ files: [File], absences: [Absence], assets: Int, zone: TimeZone, made: Double) {
        (self.files, self.absences, self.assets, self.zone, self.made) = (files, absences, assets, zone, made)
        var writer = ZipWriter(zone: zone)
        for file in files {
            _ = writer.begin(file.entry)
            writer.pass(file.entry.size)
            _ = writer.end()
        }
        let space = Int64(Self.noteSpace + min(60 << 10, absences.reduce(0) { $0 + $1.filename.utf8.count + $1.reason.utf8.count + 8 }))
        let bytes = writer.position + space
        isLong = ZipWriter.isLong(files: files.count + 1, bytes: bytes + writer.endLength(isLong: true))
        length = bytes + writer.endLength(isLong: isLong)
    }

    /// Bytes of the files themselves.
    var size: Int64 { files.reduce(0) { $0 + $1.entry.size } }

    /// The note's text, of at most so many bytes.
    static func text(_ absences: [Absence], space: Int) -> [UInt8] {
        var text = "These files are not in the archive:\r\n\r\n"
        for (index, absence) in absences.enumerated() {
            let line = "\(absence.filename): \(absence.reason)\r\n", rest = "and \(absences.count - index) more; `photos verify` names them all.\r\n"
            guard text.utf8.count + line.utf8.count + rest.utf8.count <= space else { return Array((text + rest).utf8) }
            text += line
        }
        return Array(text.utf8)
    }
}

extension ArchivePlan {
    /// Looks for the files of the assets: what each shows, and the movie of a Live Photo.
    /// - Parameter access: what is in the cloud and can be fetched is in it like any other, and is fetched when its turn comes.
    static func files(
        of assets: [(record: AssetRecord, resources: [ResourceRecord])], _ names: inout ArchiveNames, _ access: ResourceAccess
    ) -> (files: [File], absences: [Absence]) {
        var (files, absences) = ([File](), [Absence]())
        for (record, resources) in assets {
            var found: [(resource: ResourceRecord, modified: Double)] = []
            for resource in PhotoLibrary.exported(resources, of: record) {
                do {
                    let signature = try access.library.findResource(resource).signature()
                    guard signature.size == resource.size else {
                        absences.append(Absence(filename: resource.filename, reason: "has \(signature.size) bytes instead of \(resource.size); restore it from a backup."))
                        continue
                    }
                    found.append((resource, signature.modified))
                } catch let error as LibraryError where error.isInCloud && access.reaches(resource) {
                    // Nobody knows when a file was written that is not here.
                    let date = record.creationDate ?? record.addedDate
                    found.append((resource, Date(timeIntervalSinceReferenceDate: date).timeIntervalSince1970))
                } catch {
                    absences.append(Absence(filename: resource.filename, reason: Problem(error).detail))
                }
            }
            for (file, name) in zip(found, names.names(for: ExportedNames.names(of: found.map(\.resource), in: resources))) {
                files.append(File(entry: ZipWriter.Entry(name: name, size: file.resource.size, modified: file.modified), resource: file.resource))
            }
        }
        return (files, absences)
    }
}
