/// What desktops and copying programs leave in every folder that they look at. It is taken, so that no copy stops at it, and is nobody's photo.
enum DAVClutter {
    private static let names: Set<String> = [
        ".ds_store", "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", ".hidden", ".directory", ".localized", ".apdisk", ".metadata_never_index",
        ".metadata_never_index_unless_rootfs", ".metadata_direct_scope_only", ".volumeicon.icns", "autorun.inf", "$recycle.bin", "system volume information",
    ]
    private static let starts = ["._", ".com.apple.", ".trash", ".spotlight-", ".fseventsd", ".documentrevisions-", ".temporaryitems", ".~lock.", ".nfs", "~$"]

    /// A folder's own icon, which macOS calls by a carriage return at the end. rclone writes the symbol for that, and what comes from a Mac by SMB has a letter of private use.
    private static let icons: Set<String> = ["icon\r", "icon\u{240D}", "icon\u{F00D}"]

    static func isClutter(_ name: String) -> Bool {
        let name = DAVNames.folded(name)
        return names.contains(name) || icons.contains(name) || starts.contains { name.hasPrefix($0) }
    }

    /// Whether a name is that of a folder's icon, or of what macOS keeps beside it: no other one may have a control character.
    static func isIcon(_ name: String) -> Bool {
        let name = DAVNames.folded(name)
        return icons.contains(name.hasPrefix("._") ? String(name.dropFirst(2)) : name)
    }
}

/// A file or a folder that a desktop left.
struct ClutterFile: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case bytes([UInt8])
        /// So many bytes, which are too many to be kept.
        case dropped(Int64)
        case folder
    }

    let content: Content
    /// In seconds since 1970.
    var modified: Double

    var size: Int64 {
        switch content {
        case .bytes(let bytes): Int64(bytes.count)
        case .dropped(let size): size
        case .folder: 0
        }
    }

    /// `nil` of what nobody can read.
    var tag: String? { if case .bytes(let bytes) = content { EntityTag.of(bytes) } else { nil } }

    var node: DAVNode { content == .folder ? .folder(.clutter) : .clutter(self) }

    /// What it takes in memory, with its address.
    var cost: Int { if case .bytes(let bytes) = content { bytes.count } else { 0 } }
}

extension DAVPath {
    /// Whether what stands here may be what a desktop left, or lie in it.
    var mayBeClutter: Bool { parts.contains { DAVClutter.isClutter($0) } }
}
