/// An album, a smart album or a folder, as `albums` shows it.
struct CollectionDescription: Equatable {
    var localIdentifier: String
    var title: String?
    /// `album`, `smartAlbum` or `folder`.
    var type: String
    /// The Swift case name of the API.
    var subtype: String
    /// Local identifier of the folder that contains it.
    var parent: String?
    var count: Int
    /// Folders above it.
    var depth = 0

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("localIdentifier", localIdentifier)
            json.field("title", title)
            json.field("type", type)
            json.field("subtype", subtype)
            json.field("parent", parent)
            json.field("count", count)
        }
    }
}
