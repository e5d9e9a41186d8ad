import PhotoModel

extension ShareRecord {
    /// A link as its owner sees it: everything but its token, which nobody knows any more.
    /// - Parameters:
    ///   - album: by what programs name the album that is shared; `nil` for photos.
    ///   - albumTitle: what it is called, where the link has no title of its own.
    ///   - count: photos that it shows.
    ///   - isOver: whether its time is over.
    ///   - sent: what came by it.
    package func write(to json: inout JSONWriter, album: String?, titled albumTitle: String?, count: Int, isOver: Bool, sent: Sent) {
        json.field("id", uuid.uuidString)
        json.field("title", title ?? albumTitle)
        json.field("album", album)
        json.field("count", count)
        json.field("hasPassword", passwordHash != nil)
        json.field("downloads", rules.contains(.downloads))
        json.field("places", rules.contains(.places))
        json.field("created", date: created)
        json.field("expires", date: expires)
        json.field("isOver", isOver)
        guard let quota else { return json.null("uploads") }
        json.object("uploads") { json in
            json.field("bytes", quota.bytes)
            json.field("files", quota.files)
            json.field("sentBytes", sent.bytes)
            json.field("sentFiles", sent.files)
        }
    }
}
