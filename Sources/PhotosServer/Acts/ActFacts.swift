/// What an act did, as parts that a page can put into a sentence of its own language. `text` is that sentence in English.
struct ActFacts: Sendable, Encodable {
    struct Counted: Sendable, Encodable {
        /// `photos`, `videos` or `items`.
        var kind: String
        var count: Int

        var text: String { "\(count.grouped) \(count == 1 ? String(kind.dropLast()) : kind)" }
    }

    /// What was taken back, or done again, of what the act had done.
    struct Taken: Sendable, Encodable {
        var isRedo: Bool
        var some: Int
        var count: Int
        /// The first of those that stay as others left them; `nil` where that is not known.
        var left: [StepOutcome.Left]?
    }

    /// Names the sentence: `favorite`, `createAlbumWith`.
    var act: String
    /// What it was done to.
    var kinds: Counted?
    /// Of the album or folder.
    var name: String?
    /// The album's or folder's other name, from now on.
    var new: String?
    /// `title`, `caption`, `keywords`, `date`, `place`, `rating`.
    var fields: [String]?
    var taken: Taken?

    init(_ act: String, _ kinds: Counted? = nil, name: String? = nil, new: String? = nil, fields: [String]? = nil) {
        (self.act, self.kinds, self.name, self.new, self.fields) = (act, kinds, name, new, fields)
    }

    /// Past tense, for the message that offers Undo.
    var text: String {
        guard let taken else { return sentence }
        let part = taken.some < taken.count ? " for \(taken.some.grouped) of \(taken.count.grouped)" : ""
        let left = (taken.left ?? []).isEmpty ? "" : ". Changed since by others, and left: \((taken.left ?? []).prefix(3).map(\.filename).joined(separator: ", "))"
        return "\(taken.isRedo ? "Done again" : "Undone")\(part): \(sentence)\(left)"
    }

    private var sentence: String {
        let (what, name) = (kinds?.text ?? "", name ?? "")
        return switch act {
        case "favorite": "Added \(what) to Favourites"
        case "unfavorite": "Removed \(what) from Favourites"
        case "hide": "Hid \(what)"
        case "unhide": "Unhid \(what)"
        case "pick": "Picked \(what) of the burst"
        case "unpick": "Picked \(what) no more"
        case "keepPicks": "Kept the picks and deleted \(what)"
        case "joinBurst": "Put \(what) into a burst"
        case "leaveBurst": "Took \(what) out of the burst"
        case "delete": "Deleted \(what)"
        case "restore": "Restored \(what)"
        case "purge": "Deleted \(what) for good"
        case "pair": "Made a Live Photo"
        case "pairRaw": "Joined a photo and its RAW"
        case "separate": "Took a Live Photo apart"
        case "separateRaw": "Took a photo and its RAW apart"
        case "showRaw": "Made the RAW the original"
        case "showPhoto": "Made the photo the original"
        case "merge": "Made one photo of \(what)"
        case "keepApart": "Kept \(what) apart"
        case "createAlbum": "Made album “\(name)”"
        case "createAlbumWith": "Made album “\(name)” with \(what)"
        case "createFolder": "Made folder “\(name)”"
        case "rename": "Renamed “\(name)” to “\(new ?? "")”"
        case "deleteCollection": "Deleted “\(name)”"
        case "moveCollection": "Moved “\(name)”"
        case "addAssets": "Added \(what) to “\(name)”"
        case "removeAssets": "Removed \(what) from “\(name)”"
        case "moveAssets": "Moved \(what) in “\(name)”"
        case "describe": "Changed the \(named) of \(what)"
        case "undescribe": "Removed the \(named) of \(what)"
        default: "Nothing changed"
        }
    }

    /// “title”, “title and caption”, “title, caption and keywords”.
    private var named: String {
        let fields = fields ?? []
        guard let last = fields.last, fields.count > 1 else { return fields.first ?? "" }
        return fields.dropLast().joined(separator: ", ") + " and " + last
    }
}
