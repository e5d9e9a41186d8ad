import Foundation
import Glibc

/// Something among the derivatives that is not what was written there.
package struct DerivativeFault: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        /// A whole table that can't be read.
        case table(String)
        /// By the row id of the asset.
        case thumbnail(Int64, ThumbnailSize)
        case placeholder(Int64)
        case preview(uuid: UUID, revision: Int64)
        case movie(uuid: UUID)
    }

    package var place: Place
    /// Below the folder of the derivatives.
    package var path: String
    /// For a person.
    package var detail: String
}

extension DerivativeStore {
    /// Reads every thumbnail and compares it with its checksum, whichever revision it is of. Others may write meanwhile: what is not whole is looked at
    /// again.
    package func thumbnailFaults(isCancelled: () -> Bool = { false }) -> [DerivativeFault] {
        ThumbnailSize.allCases.flatMap { table($0).faults($0, isCancelled: isCancelled) }
    }

    /// Whether placeholders that are there are what was written for these assets, at this revision or one before.
    package func placeholderFaults(_ versions: [Version]) -> [DerivativeFault] {
        placeholders.faults(
            versions.map { version in
                // An edit's thumbnail may not be made yet; what is there is the one before.
                (version.assetID, (0..<min(16, max(1, version.revision))).map { Self.tag(version.uuid, version.revision - $0) })
            })
    }

    /// Reads every preview and looks at its seal.
    package func previewFaults(isCancelled: () -> Bool = { false }) -> [DerivativeFault] {
        var faults: [DerivativeFault] = []
        for name in previewNames() {
            if isCancelled() { return faults }
            guard let (uuid, revision) = Self.version(ofPreview: name.lastPart), let bytes = preview(uuid: uuid, revision: revision), !PreviewChecksum.isSound(bytes)
            else { continue }
            faults.append(
                DerivativeFault(
                    place: .preview(uuid: uuid, revision: revision), path: name, detail: "is not the preview that was written (its checksum differs)"))
        }
        return faults
    }

    /// Forgets what is at fault, so that it is made again.
    package func forget(_ fault: DerivativeFault) {
        switch fault.place {
        case .table:
            files.remove(fault.path)
            // Placeholders are made with their thumbnails.
            if fault.path == PlaceholderTable.fileName { files.remove(thumbnails.paths.index) }
        case .thumbnail(let row, let size): table(size).empty(row: row)
        case .placeholder(let row):
            placeholders.clear(row: row)
            // They are made together.
            thumbnails.empty(row: row)
        case .preview, .movie: files.remove(fault.path)
        }
    }
}

extension String {
    fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? "" }
}

extension PackedTable {
    private static let slotsAtOnce = 4_096

    /// - Parameter size: whose table this is.
    func faults(_ size: ThumbnailSize, isCancelled: () -> Bool) -> [DerivativeFault] {
        let name = paths.index.lastPart
        // Not the one that is open: what its file begins with was read when it was opened.
        guard case .table(let table) = OpenTable.open(paths, creating: false) else {
            guard paths.folder.exists(paths.index) else { return [] }
            return [DerivativeFault(place: .table(name), path: name, detail: "can't be read: its beginning is torn, or its pack is gone")]
        }
        var faults: [DerivativeFault] = []
        var row: Int64 = 1
        var buffer = [UInt8](repeating: 0, count: Self.slotsAtOnce * Self.slotSize)
        while !isCancelled() {
            let count = buffer.withUnsafeMutableBytes { readFully(table.index.descriptor, $0, at: row * Int64(Self.slotSize)) } / Self.slotSize
            for index in 0..<count {
                let bytes = buffer[index * Self.slotSize..<(index + 1) * Self.slotSize]
                // The second look is for one that another process was just writing.
                if bytes.contains(where: { $0 != 0 }), !isWhole(row + Int64(index), table), !isWhole(row + Int64(index), table) {
                    faults.append(
                        DerivativeFault(
                            place: .thumbnail(row + Int64(index), size), path: name,
                            detail: "the thumbnail of row \(row + Int64(index)) is not the one that was written (its checksum differs)"))
                }
            }
            row += Int64(count)
            if count < Self.slotsAtOnce { break }
        }
        return faults
    }

    /// Whether a slot and what it leads to fit each other. One that nobody ever wrote to is all zeros.
    private func isWhole(_ row: Int64, _ table: OpenTable) -> Bool {
        guard let slot = table.slot(row: row) else { return true }
        if slot.bytes.allSatisfy({ $0 == 0 }) { return true }
        return blob(row: row, tag: slot.tag) != nil
    }

    /// Empties a slot whatever stands in it; its length is not to be believed.
    func empty(row: Int64) {
        guard 1...Self.highestRow ~= row else { return }
        _ = try? withLock { table throws(ImagingError) in
            _ = writeFully(table.index.descriptor, [UInt8](repeating: 0, count: Self.slotSize), at: row * Int64(Self.slotSize))
        }
    }
}

extension PlaceholderTable {
    /// - Parameter wanted: rows with the tags that what stands there may have.
    func faults(_ wanted: [(row: Int64, tags: [UInt64])]) -> [DerivativeFault] {
        guard !wanted.isEmpty else { return [] }
        guard isReadable else {
            return [DerivativeFault(place: .table(Self.fileName), path: Self.fileName, detail: "can't be read: its beginning is torn")]
        }
        return wanted.compactMap { row, tags in
            guard isUsed(row: row), !tags.contains(where: { colors([(row, $0)])[0] != nil }), isUsed(row: row), !tags.contains(where: { colors([(row, $0)])[0] != nil })
            else { return nil }
            return DerivativeFault(
                place: .placeholder(row), path: Self.fileName, detail: "the colours of row \(row) are not those that were written (their checksum differs)")
        }
    }
}
