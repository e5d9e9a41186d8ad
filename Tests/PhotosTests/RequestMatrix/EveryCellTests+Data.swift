import Foundation
import Photos
import PhotosTesting
import Testing

extension EveryCellTests {
    /// One call with the bytes of the version's file as they are, whatever the options for pictures say.
    struct DataRow: Sendable, CustomTestStringConvertible {
        var availability: OptionMatrix.Availability
        var isEdited: Bool

        static let all: [DataRow] = OptionMatrix.Availability.allCases.flatMap { availability in [false, true].map { DataRow(availability: availability, isEdited: $0) } }
        var testDescription: String { "\(availability.rawValue), \(isEdited ? "edited" : "unedited")" }
    }
}

extension EveryCellTests.DataRow {
    func differences() throws -> [String] {
        try OptionMatrix.versions.flatMap { version in
            let row = OptionMatrix.Row(availability: availability, isEdited: isEdited, version: version)
            let cells = OptionMatrix.Cell.all(version, [.maximum], allowsNetwork: availability.allowsNetwork)
            let world = try OptionMatrix.World(row, .middling), shown = isEdited && version == .current ? "rendering" : "photo"
            return try OptionMatrix.differences(cells, in: world, prepare: { try world.prepare(row, $0) }, expected: { [expectation(of: $0, shown)] }) { cell in
                OptionMatrix.requestData(of: world.asset, cell.options) { "\(Self.name($0, world)) \($1 ?? "-") \($2.rawValue)" }
            }
        }
    }

    private func expectation(of cell: OptionMatrix.Cell, _ shown: String) -> OptionMatrix.Expected {
        let place = cell.isSynchronous ? OptionMatrix.History.Place.caller : .main
        switch availability.original {
        case .there: return OptionMatrix.Expected(content: .bytes("\(shown) public.jpeg 1"), place: place)
        // Whoever asks for bytes decides himself what they are good for.
        case .damaged: return OptionMatrix.Expected(content: .bytes("garbage public.jpeg 1"), place: place)
        case .missing: return OptionMatrix.Expected(content: .nothing, error: 3303, place: place)
        case .inCloud where cell.allowsNetwork: return OptionMatrix.Expected(content: .bytes("\(shown) public.jpeg 1"), place: place)
        case .inCloud: return OptionMatrix.Expected(content: .nothing, isInCloud: true, error: 3164, place: place)
        }
    }

    private static func name(_ data: Data, _ world: OptionMatrix.World) -> String {
        if data == world.photo { return "photo" }
        if data == world.rendering { return "rendering" }
        return data == OptionMatrix.World.garbled(data.count) ? "garbage" : "\(data.count) other bytes"
    }
}
