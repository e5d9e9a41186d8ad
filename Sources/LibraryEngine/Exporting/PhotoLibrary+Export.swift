import Foundation
import Importing
import Originals
import PhotoModel
import Pixels

extension PhotoLibrary {
    /// Copies assets into a folder of the user's, each file checked against its stored hash before it gets its name.
    ///
    /// A Live Photo's movie goes with its still. The files go by the names that they came with, the parts of a picture by its stem (`ExportedNames`). Nothing is
    /// ever replaced: where a name is taken, the files of that asset get the first free ` (1)`, ` (2)` and so on, all the same.
    /// - Parameters:
    ///   - folder: made where it is missing.
    ///   - network: told of what is downloaded; giving up there ends the export after what is at hand. `nil` fetches nothing.
    /// - Throws: `.cannotWrite` for a folder in a library (`requireForeign`), or one that can't be made.
    package func export(
        _ assetIDs: [Int64], to folder: URL, options: ExportOptions, network: NetworkUse? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }, isCancelled: () -> Bool = { false }
    ) throws(LibraryError) -> ExportReport {
        try requireForeign(BytePath(folder.path))
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw LibraryError(.cannotWrite, "Could not make the folder \(folder.path): \(error.localizedDescription) Choose another place.", cause: error)
        }
        ExportedFile.removeLeftovers(in: BytePath(folder.path))
        var report = ExportReport()
        var names = UniqueNames()
        let access = ResourceAccess(self, network: network)
        for (index, id) in assetIDs.enumerated() where !isCancelled() {
            do {
                try export(id, through: access, to: BytePath(folder.path), options, &names, &report)
            } catch is CancellationError {
                break
            } catch {
                throw LibraryError(error)
            }
            progress(index + 1, assetIDs.count)
        }
        do throws(OriginalsError) { try Folder.synchronize(BytePath(folder.path)) } catch { throw LibraryError(error) }
        return report
    }

    /// - Throws: `CancellationError` where a download was given up; then nothing of the asset was written.
    private func export(
        _ id: Int64, through access: ResourceAccess, to folder: BytePath, _ options: ExportOptions, _ names: inout UniqueNames, _ report: inout ExportReport
    ) throws {
        let (asset, resources) = try read { try ($0.asset(id: id), $0.resources(assetID: id)) }
        guard let asset else { return }
        let wanted = Self.inOrder(Self.wanted(resources, of: asset, options)), failures = report.failed.count
        var files: [(resource: ResourceRecord, file: OpenFile)] = []
        for resource in wanted {
            do {
                files.append((resource, try access.open(resource)))
            } catch let error as LibraryError {
                report.failed.append(.init(asset: asset.uuid, filename: resource.filename, code: error.code.rawValue, message: error.message))
            }
        }
        let writing = options.writesMetadata ? WrittenCopies(self, asset, resources, exporting: files.map(\.resource)) : nil
        // One number for all files of an asset, so that they still belong together by name.
        let filenames = ExportedNames.names(of: files.map(\.resource), in: resources), raw = resources.alternateRaw?.id
        let number = names.number(for: filenames) { Self.isTaken(folder.appending(Self.name($0, $1))) }
        for ((resource, file), filename) in zip(files, filenames) {
            do throws(OriginalsError) {
                var copy = try ExportedFile(copying: file, sha256: Array(resource.sha256), into: folder), size = resource.size
                let outcome = writing?.write(into: copy, resource)
                if let bytes = outcome?.bytes { (copy, size) = (try ExportedFile(writing: bytes, into: folder), Int64(bytes.count)) }
                let path = try Self.publish(copy, in: folder, filename, from: number).text
                report.files.append(path)
                if resource.isMovieHalf || resource.type == .fullSizePhoto || resource.id == raw { report.parts.append(.init(kind: resource.type, path: path)) }
                report.bytes += size
                if let refusal = outcome?.refusal { report.unwritten.append(.init(asset: asset.uuid, path: path, message: refusal.message, saysIdentifier: outcome?.bytes != nil)) }
                if let refusal = outcome?.pairRefusal { report.unpaired.append(.init(asset: asset.uuid, path: path, message: refusal.message)) }
            } catch {
                report.failed.append(.init(asset: asset.uuid, filename: resource.filename, code: error.code.rawValue, message: error.description))
            }
        }
        if !wanted.isEmpty, report.failed.count == failures { report.assets += 1 }
        // The halves of an edit name one always.
        if !options.writesMetadata, asset.contentIdentifier == nil, wanted.contains(where: { $0.type == .pairedVideo }) { report.withoutIdentifier += 1 }
    }

    private static func isTaken(_ path: BytePath) -> Bool { (try? FileSignature(linkPath: path)) != nil }

    /// Somebody may take a name between the look and the rename; then the next free one is used.
    private static func publish(_ copy: ExportedFile, in folder: BytePath, _ filename: String, from number: Int) throws(OriginalsError) -> BytePath {
        var number = number
        while true {
            let path = folder.appending(name(filename, number))
            do throws(OriginalsError) {
                try copy.publish(as: path)
                return path
            } catch let error where error.code == .exists {
                number += 1
            }
        }
    }

    /// What the asset is made of first, beside which its sidecar goes, and movies last: one is a half of what its picture says that it is.
    private static func inOrder(_ files: [ResourceRecord]) -> [ResourceRecord] {
        files.filter(\.type.isPrimary) + files.filter { !$0.type.isPrimary && !$0.isMovieHalf } + files.filter(\.isMovieHalf)
    }

    /// What an asset is to somebody who takes it elsewhere: what it shows, and the movie of a Live Photo.
    package static func exported(_ resources: [ResourceRecord], of asset: AssetRecord) -> [ResourceRecord] { wanted(resources, of: asset, ExportOptions()) }

    private static func wanted(_ resources: [ResourceRecord], of asset: AssetRecord, _ options: ExportOptions) -> [ResourceRecord] {
        let wanted: [ResourceRecord?] =
            if options.allResources { resources } else {
                switch options.version {
                case .original: [resources.original, resources.pairedMovie(.original)]
                case .current: [resources.current(of: asset), resources.pairedMovie(.current)]
                }
            }
        let files = Set(wanted.compactMap { $0 }.filter { !$0.isEmbedded }.map(\.location))
        // A movie that is a part of its picture goes with it, once; it goes by itself where the picture has a rendering that goes instead.
        return wanted.compactMap { $0 }.filter { !$0.isEmbedded || !files.contains($0.location) }
    }

    /// `IMG_1.HEIC`, then `IMG_1 (1).HEIC`; `IMG_1.HEIC.xmp`, which names a file, then `IMG_1 (1).HEIC.xmp`.
    static func name(_ filename: String, _ number: Int) -> BytePath {
        let bytes = BytePath(filename).lastComponent.bytes
        let proper = bytes.isEmpty || bytes == [0x2E] || bytes == [0x2E, 0x2E] ? Array("file".utf8) : bytes
        guard number > 0 else { return BytePath(bytes: proper) }
        let mark = Array(" (\(number))".utf8)
        let subject = MediaName(BytePath(bytes: proper).text).subject == nil ? proper[...] : proper.dropLast(4)
        guard let dot = subject.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return BytePath(bytes: proper + mark) }
        // A file system takes 255 bytes; what is too long loses the end of its stem.
        let stem = proper[..<dot].prefix(max(1, 255 - mark.count - (proper.count - dot)))
        return BytePath(bytes: stem + mark + proper[dot...])
    }
}
