import Foundation
import Importing
import Metadata
import PhotoModel

/// The files of an asset that somebody who edits it works on.
package struct EditingFiles: Sendable {
    /// The photo or video.
    package let main: ResourceRecord
    /// The movie of a Live Photo.
    package let movie: ResourceRecord?
    /// What an edit that is made on these is made on.
    package let base: EditBase
    /// Whether the library's pictures of the asset show `main`.
    package let isCurrent: Bool

    package var all: [ResourceRecord] { [main] + [movie].compactMap { $0 } }
}

extension Sequence where Element == ResourceRecord {
    /// What the edit in force was made by; `nil` for an asset without an edit, and where only its outcome was kept.
    package var adjustmentData: ResourceRecord? { first { $0.type == .adjustmentData && $0.isOfEdit } }

    /// - Parameter redoes: whether whoever edits can make the edit in force again. It then gets what that was made on, else what the asset shows.
    /// - Returns: `nil` where there is nothing to edit.
    package func editingFiles(of asset: AssetRecord, redoes: Bool) -> EditingFiles? {
        guard let current = current(of: asset), let unadjusted = showing(.unadjusted, of: asset) else { return nil }
        let base = first(.adjustmentBasePhoto) ?? first(.adjustmentBaseVideo) ?? unadjusted
        if redoes {
            let movie = first(.adjustmentBasePairedVideo) ?? first(.pairedVideo)
            return EditingFiles(main: base, movie: movie, base: .ofEditBefore, isCurrent: base.id == current.id)
        }
        return EditingFiles(main: current, movie: pairedMovie(.current), base: current.id == unadjusted.id ? .original : .rendering, isCurrent: true)
    }

    /// All that an edit of the asset may be made of, whichever it is, and all that is looked into when its edits are taken back.
    func filesOfEdit(of asset: AssetRecord) -> [ResourceRecord] {
        let files = [true, false].compactMap { editingFiles(of: asset, redoes: $0) }.flatMap(\.all)
        let others = [adjustmentData, showing(.unadjusted, of: asset), first(.pairedVideo)].compactMap { $0 }
        var ids: Set<Int64> = []
        return (files + others).filter { ids.insert($0.id).inserted }
    }
}

extension PhotoLibrary {
    /// What an asset's adjustment data says. Data that says nothing of itself is its program's, of the format that the asset is recorded with.
    /// - Throws: what `openResource` throws; `.unreadable` for a file that is too large to be one.
    package func adjustment(in resource: ResourceRecord, of asset: AssetRecord) throws -> AdjustmentFile {
        let file = try openResource(resource)
        defer { withExtendedLifetime(file) {} }
        let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
        try handle.seek(toOffset: 0)
        let bytes = try handle.read(upToCount: AdjustmentFacts.largestFile + 1) ?? Data()
        guard bytes.count <= AdjustmentFacts.largestFile else {
            throw LibraryError(.unreadable, "\(resource.filename) is too large to be adjustment data. Look at what it holds.")
        }
        if let stated = bytes.withUnsafeBytes({ AdjustmentFile(propertyList: $0) }) { return stated }
        var facts = AdjustmentFacts(formatIdentifier: asset.adjustmentFormatIdentifier ?? "")
        facts.formatVersion = asset.adjustmentFormatVersion
        return AdjustmentFile(facts, data: bytes)
    }
}

/// What the files of an edit are called beside the file that it is of, so that an import of exported ones brings them together again.
package enum EditedName {
    /// `IMG_1_edited.jpg` for `IMG_1.HEIC`.
    package static func rendering(of filename: String, pathExtension: String) -> String { "\(stem(filename))_edited.\(pathExtension)" }

    /// `IMG_1.AAE`, or `IMG_O1_edited.AAE` where that would be the camera's own.
    package static func adjustment(of filename: String) -> String {
        let name = stem(filename) + ".AAE"
        return MediaName(name).role == .plain ? name : stem(filename) + "_edited.AAE"
    }

    private static func stem(_ filename: String) -> String { (filename as NSString).deletingPathExtension }
}
