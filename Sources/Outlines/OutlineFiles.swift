import Foundation
import Glibc
import Support

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

    package func outlines(_ kind: Kind, _ scale: Scale) throws(PackageFileError) -> Outlines {
        try ShapeFile(path(kind, scale), of: kind.source).outlines(closed: kind == .land)
    }

    /// Another text where the bytes of the outlines may be others: it says how long the files are that these are read from, and when they were written, and no
    /// byte of them is read for it.
    /// - Throws: that there are no outlines.
    package func stamp(_ kind: Kind, _ scale: Scale) throws(PackageFileError) -> String {
        let path = path(kind, scale)
        guard let file = Self.facts(path) else { throw PackageFileError(.missing, path, of: kind.source) }
        return [kind.rawValue, scale.rawValue, "\(Outlines.format)", file, Self.facts(ShapeFile.index(of: path)) ?? "none"].joined(separator: "-")
    }

    private func path(_ kind: Kind, _ scale: Scale) -> String {
        let name = "ne_\(scale.rawValue)_\(kind.layer).shp"
        let paths = ["\(folder)/\(scale.rawValue)/\(name)", "\(folder)/\(name)"]
        return paths.first { FileManager.default.fileExists(atPath: $0) } ?? paths[0]
    }

    /// Bytes, and the seconds and nanoseconds of the last write.
    private static func facts(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return "\(status.st_size).\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
}

extension OutlineFiles.Kind {
    /// What there isn't without its files, as the beginning of a sentence.
    package var lack: String {
        switch self {
        case .land: "The map has no land"
        case .borders: "The map has no borders"
        }
    }

    /// Debian's package, which has the files.
    var source: DataPackage { DataPackage(name: "libmagics++-data", lack: lack) }

    /// As Natural Earth calls it.
    fileprivate var layer: String {
        switch self {
        case .land: "land"
        case .borders: "admin_0_boundary_lines_land"
        }
    }
}
