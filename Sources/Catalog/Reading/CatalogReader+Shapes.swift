import Columns
import Foundation
import PhotoModel

extension CatalogReader {
    /// The proportions of a list's pictures, a `PictureShape` each, in its order.
    /// - Throws: a `CatalogError`.
    package func assetShapes(of ids: ContiguousArray<Int64>) throws -> [UInt8] {
        if options.usesColumns, let shapes = try withColumns({ $0.shapes(of: ids) }) { return shapes }
        var shape = PictureShape()
        return try db.withStatement("SELECT pixelWidth, pixelHeight FROM asset WHERE id = ?", [], cached: true) { statement in
            try ids.map { id in
                let size = try db.step(statement, binding: id) { (UInt32(clamping: $0.int(0)), UInt32(clamping: $0.int(1))) }
                return shape.byte(width: size?.0 ?? 0, height: size?.1 ?? 0)
            }
        }
    }
}
