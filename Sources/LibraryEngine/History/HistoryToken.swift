import Foundation
import PhotoModel

/// A place in the history of one library, as applications keep it between runs.
package struct HistoryToken: Sendable, Hashable {
    package var library: UUID
    package var position: ChangePosition
    /// When the change at the position was made, 0 where there is none. A library that was set back to a snapshot and went on from there
    /// has other changes under the same positions.
    package var date: Double

    package init(library: UUID, position: ChangePosition, date: Double) {
        (self.library, self.position, self.date) = (library, position, date)
    }
}

extension HistoryToken {
    /// First byte of the encoded form; another one is another version's.
    private static let format: UInt8 = 1

    /// 33 bytes, the same on every machine.
    package var data: Data {
        var data = Data([Self.format])
        withUnsafeBytes(of: library.uuid) { data.append(contentsOf: $0) }
        for number in [UInt64(bitPattern: position.rawValue), date.bitPattern] {
            withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
        }
        return data
    }

    /// `nil` for anything but `data` of a token.
    package init?(data: Data) {
        let bytes = [UInt8](data)
        guard bytes.count == 33, bytes[0] == Self.format else { return nil }
        func number(_ offset: Int) -> UInt64 { bytes[offset..<(offset + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
        let position = Int64(bitPattern: number(17)), date = Double(bitPattern: number(25))
        guard position >= 0, date.isFinite else { return nil }
        library = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: 1, as: uuid_t.self)) }
        (self.position, self.date) = (ChangePosition(rawValue: position), date)
    }

    /// `data` in the letters of URLs, for command lines and JSON.
    package var text: String { URLSafeBase64.text(of: data) }

    package init?(text: String) {
        guard let data = URLSafeBase64.data(from: text) else { return nil }
        self.init(data: data)
    }
}
