import Foundation
import HTTPTypes
import PhotoModel

/// Why an act can't be done.
extension Problem {
    static func badAct(_ detail: String) -> Problem { Problem(.badRequest, "act", title: "The act makes no sense", detail: detail) }

    static func refused(_ detail: String) -> Problem { Problem(.conflict, "refused", title: "This can’t be changed", detail: detail) }

    static let nothingToMerge = refused(
        "Fewer than two of these photos can become one: the others are hidden or in Recently Deleted, or the one to be kept is not among them. "
            + "Nothing was changed; look at the list again.")

    static let mergeOfDistinct = refused(
        "Some of these photos were said to be no duplicates of each other. Nothing was changed; look at the list again, and merge what is still together there.")

    /// Of an edit that began with another version than there is now.
    static func outrun(_ now: AssetRecord) -> Problem {
        Problem(
            .conflict, "outrun", title: "Somebody else changed it meanwhile",
            detail: "\(now.filename) was changed by somebody else since this edit began, and that change stays. Edit it anew.")
    }

    static func notChangeable(_ record: AssetRecord) -> Problem {
        refused(
            record.isTrashed
                ? "\(record.filename) is in Recently Deleted. Restore it first; nothing was changed."
                : "\(record.filename) is shared or synced from elsewhere, and can’t be changed here. Nothing was changed.")
    }

    /// What came into it since can't be told any more.
    static let forgottenList = refused("The list was seen at a position that the library doesn't remember. Nothing was changed; look at the list again, and use its position.")

    static func unknownAsset(_ uuid: UUID) -> Problem {
        Problem(.notFound, "missing", title: "It is not there", detail: "The library has no photo \(uuid.uuidString) any more. Nothing was changed; look at the list again.")
    }

    static func unknownCollection(_ uuid: UUID) -> Problem {
        Problem(
            .notFound, "missing", title: "It is not there", detail: "The library has no album or folder \(uuid.uuidString) any more. Nothing was changed; look at the list again.")
    }

    /// What can't be taken back, or not any more.
    static func overtaken(_ reason: String) -> Problem {
        Problem(.gone, "overtaken", title: "This can’t be undone any more", detail: "\(reason) Nothing was changed.")
    }
}
