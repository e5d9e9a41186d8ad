import Foundation

/// A folder of shapefiles as Natural Earth publishes them, which goes when the value goes.
package final class MadeOutlines: Sendable {
    package typealias Line = [(longitude: Double, latitude: Double)]

    package let folder: URL

    /// A square around the Iberian Peninsula, and one around half of Australia.
    package static var usualLand: [[Line]] {
        func square(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Line {
            [(west, south), (west, north), (east, north), (east, south), (west, south)]
        }
        return [[square(-10, 36, 3, 44)], [square(115, -38, 154, -12)]]
    }

    /// - Parameter land: the rings of each record, in all three scales.
    package init(land: [[Line]] = MadeOutlines.usualLand, borders: [[Line]] = [[[(-7, 37), (-7, 42)]]]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("outlines-\(UUID().uuidString)")
        for scale in Self.scales {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(scale), withIntermediateDirectories: true)
            try Self.shapefile(kind: 5, land).write(to: self.land(scale))
            try Self.shapefile(kind: 3, borders).write(to: self.borders(scale))
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    package static let scales = ["110m", "50m", "10m"]

    package func land(_ scale: String = "110m") -> URL { folder.appendingPathComponent("\(scale)/ne_\(scale)_land.shp") }

    package func borders(_ scale: String = "110m") -> URL { folder.appendingPathComponent("\(scale)/ne_\(scale)_admin_0_boundary_lines_land.shp") }

    /// As ESRI's technical description of 1998 lays it out; kind 5 is of rings, 3 of lines.
    package static func shapefile(kind: UInt32, _ records: [[Line]]) -> Data {
        var body = Data()
        for (number, parts) in records.enumerated() {
            var record = Data()
            record.add(kind.littleEndian)
            for _ in 0..<4 { record.add(Double(0).bitPattern.littleEndian) }
            record.add(UInt32(parts.count).littleEndian)
            record.add(UInt32(parts.reduce(0) { $0 + $1.count }).littleEndian)
            var start = 0
            for part in parts {
                record.add(UInt32(start).littleEndian)
                start += part.count
            }
            for (longitude, latitude) in parts.joined() {
                record.add(longitude.bitPattern.littleEndian)
                record.add(latitude.bitPattern.littleEndian)
            }
            body.add(UInt32(number + 1).bigEndian)
            body.add(UInt32(record.count / 2).bigEndian)
            body += record
        }
        var file = Data()
        file.add(UInt32(9994).bigEndian)
        for _ in 0..<5 { file.add(UInt32(0)) }
        file.add(UInt32((100 + body.count) / 2).bigEndian)
        file.add(UInt32(1000).littleEndian)
        file.add(kind.littleEndian)
        for _ in 0..<8 { file.add(UInt64(0)) }
        return file + body
    }
}

extension Data {
    fileprivate mutating func add(_ value: some FixedWidthInteger) { Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) } }
}
