import Foundation

/// Natural Earth's shapefiles, in the scales in which it publishes them.
package struct OutlineFiles: Sendable, Hashable {
    package enum Scale: String, Sendable, CaseIterable {
        case coarse = "110m", medium = "50m", fine = "10m"
    }

    package enum Kind: String, Sendable, CaseIterable {
        /// Rings around land.
        case land
        /// Lines between countries.
        case borders
    }

    /// The files themselves lie in it, or in a folder for each scale.
    package let folder: String

    package init(folder: String) { self.folder = folder }

    /// - Throws: an `OutlineError`.
    package func outlines(_ kind: Kind, _ scale: Scale) throws(OutlineError) -> Outlines {
        let name = "ne_\(scale.rawValue)_\(kind.layer).shp"
        let paths = ["\(folder)/\(scale.rawValue)/\(name)", "\(folder)/\(name)"]
        let path = paths.first { FileManager.default.fileExists(atPath: $0) } ?? paths[0]
        return try ShapeFile(path).outlines(closed: kind == .land)
    }
}

extension OutlineFiles.Kind {
    /// As Natural Earth calls it.
    fileprivate var layer: String {
        switch self {
        case .land: "land"
        case .borders: "admin_0_boundary_lines_land"
        }
    }
}
