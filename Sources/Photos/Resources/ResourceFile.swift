import Foundation

/// A file that is a resource without belonging to an asset.
struct ResourceFile: Sendable {
    let url: URL
    let type: PHAssetResourceType
    let uniformType: String

    var name: String { url.lastPathComponent }

    /// Bytes; 0 for one that is gone.
    var size: Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
}

extension ResourceFile {
    func encode(with coder: NSCoder, _ prefix: String) {
        coder.encode(url.path as NSString, forKey: prefix + "path")
        coder.encode(uniformType as NSString, forKey: prefix + "uniformType")
        coder.encode(type.rawValue, forKey: prefix + "type")
    }

    init?(coder: NSCoder, _ prefix: String) {
        guard let path = coder.decodeObject(of: NSString.self, forKey: prefix + "path").map(String.init(describing:)), path.hasPrefix("/"),
            let uniformType = coder.decodeObject(of: NSString.self, forKey: prefix + "uniformType").map(String.init(describing:)),
            let type = PHAssetResourceType(rawValue: coder.decodeInteger(forKey: prefix + "type"))
        else { return nil }
        self.init(url: URL(fileURLWithPath: path), type: type, uniformType: uniformType)
    }
}
