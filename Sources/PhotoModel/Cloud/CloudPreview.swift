/// What the previews of pictures are called in a store elsewhere.
///
/// A preview belongs to the file that it shows, and not to an asset: a file with a name never changes, so that every machine of a shared library has the same preview
/// under the same key, whatever its own numbers of revisions are.
package enum CloudPreview {
    package static let prefix = "previews/"
    package static let suffix = ".jpg"
    /// Bytes of a file of which a preview is kept there: a smaller one comes as soon itself.
    package static let leastFile: Int64 = 512 << 10
    /// Bytes: a key of more is too long for an encrypted store.
    private static let longestKey = 128

    /// The key of the preview of a file, by its place in the library; `nil` where it can have none.
    package static func key(ofFile path: String) -> String? {
        let key = prefix + path + suffix
        return key.utf8.count <= longestKey ? key : nil
    }

    /// The same of a resource, where one is worth its while.
    package static func key(of resource: ResourceRecord) -> String? {
        guard case .managed(let path) = resource.location, !resource.isEmbedded, resource.size >= leastFile else { return nil }
        return key(ofFile: path)
    }

    /// Whether a preview of so many bytes saves enough of the way that its file has.
    package static func isWorthKeeping(_ bytes: Int, of file: Int64) -> Bool { file >= leastFile && Int64(bytes) <= file / 2 }
}
