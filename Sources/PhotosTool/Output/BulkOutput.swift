import Descriptions
import Foundation
import LibraryEngine
import PhotoModel

/// Tells what a change of many would do, and what taking one back did.
struct BulkOutput {
    private let tool: ToolContext

    init(_ tool: ToolContext) { self.tool = tool }

    /// A line for each field of each asset that would change. Nothing is changed.
    /// - Throws: `.badInput` where some can't be changed so, after they were named.
    func preview(_ edit: BulkEdit, of selection: AssetSelection, in library: PhotoLibrary) throws {
        let preview = try library.read { reader in
            try reader.preview(edit, of: selection.rowIDs(in: reader), limit: 1_000) { change in
                for line in tool.wantsJSON ? [json(change)] : Self.lines(change) { try tool.console.resultLine(line) }
            }
        }
        for refusal in preview.refusals { tool.console.problem(sentence(refusal)) }
        if preview.refused > 0 { throw ToolFailure(.badInput, "\(counted: preview.refused, "asset") can't be changed so, and then nothing is.") }
        tool.console.note("\(Quantity.grouped(preview.changed)) of \(counted: preview.count, "asset") would change. Without --preview they do.")
    }

    private func sentence(_ refusal: BulkRefusal) -> Sentence {
        let name = DisplayText.safe(refusal.filename)
        return switch refusal.reason {
        case .outOfCalendar: "The date of \(name) would leave the calendar, which goes from the year 1 to 9999."
        case .noLivePhoto: "\(name) is no Live Photo."
        }
    }

    /// What changes of an asset, a line for each field.
    static func lines(_ change: BulkChange) -> [String] {
        change.fields.filter { $0 != .merge }.map { field in
            let asset = IdentifierText.short(change.asset) + " " + DisplayText.safe(change.filename)
            return "\(asset): \(name(field)): \(text(change.before, field)) → \(text(change.after, field))"
        }
    }

    static func name(_ field: BulkField) -> String {
        switch field {
        case .date: say("date")
        case .place: say("place")
        case .title: say("title")
        case .caption: say("caption")
        case .keywords: say("keywords")
        case .rating: say("rating")
        case .playback: say("playback")
        case .favorite: say("favorite")
        case .merge: say("duplicates")
        }
    }

    private static func text(_ values: BulkValues, _ field: BulkField) -> String {
        let text: String? =
            switch field {
            case .date: values.date.map { Timestamp.taken($0, offset: values.offset) + (values.offset.map { " " + Timestamp.offset($0) } ?? "") }
            case .place: values.place.map { "\($0.latitude), \($0.longitude)" }
            case .title: values.title
            case .caption: values.caption
            case .keywords: values.keywords?.joined(separator: ", ")
            case .rating: values.rating.flatMap { $0 == 0 ? nil : String(repeating: "★", count: $0) }
            case .playback: values.playback
            case .favorite: values.favorite == true ? "♥" : nil
            case .merge: nil
            }
        guard let text, !text.isEmpty else { return "–" }
        return DisplayText.safe(text)
    }

    private func json(_ change: BulkChange) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("localIdentifier", LocalIdentifier.asset(change.asset))
            json.field("filename", change.filename)
            json.strings("fields", change.fields.map(\.rawValue))
            json.object("from") { change.before.write(change.fields, to: &$0) }
            json.object("to") { change.after.write(change.fields, to: &$0) }
        }
        return json.text
    }

    /// What taking a bulk edit back did.
    func tell(_ result: UndoResult) throws {
        if tool.wantsJSON {
            var json = JSONWriter()
            json.object { json in
                json.field("id", result.entry.id.uuidString)
                json.field("changed", result.restored.count)
                json.field("leftCount", result.leftCount)
                json.array("left") { json in
                    for left in result.left {
                        json.object { json in
                            json.field("localIdentifier", LocalIdentifier.asset(left.asset))
                            json.field("filename", left.filename)
                            json.strings("fields", left.fields.map(\.rawValue))
                        }
                    }
                }
                json.field("gone", result.gone)
            }
            return try tool.console.resultLine(json.text)
        }
        for left in result.left {
            let fields = left.fields.map(Self.name).joined(separator: say(", "))
            tool.console.problem("\(DisplayText.safe(left.filename)) was changed by somebody since, and stays as it is: \(fields).")
        }
        if result.leftCount > result.left.count {
            tool.console.problem("\(counted: result.leftCount - result.left.count, "further asset") stay as they are, since somebody changed them.")
        }
        if result.gone > 0 { tool.console.problem("\(counted: result.gone, "asset") not there any more.") }
        tool.console.note("Taken back for \(counted: result.restored.count, "asset").")
    }
}

extension BulkValues {
    /// As `photos edit --playback` takes it; `nil` where that is not said.
    fileprivate var playback: String? {
        guard let plays else { return nil }
        guard plays, let variation = variation.flatMap({ PlaybackVariation(rawValue: $0) }) else { return LivePlayback.still.rawValue }
        return (LivePlayback.allCases.first { $0.change.variation == variation } ?? .live).rawValue
    }

    /// Writes what the fields hold, by the names that `photos assets --json` has for them.
    fileprivate func write(_ fields: [BulkField], to json: inout JSONWriter) {
        for field in fields {
            switch field {
            case .date:
                json.field("creationDate", date: date)
                json.field("creationOffset", offset)
            case .place:
                if let place {
                    json.object("location") { json in
                        json.field("latitude", place.latitude)
                        json.field("longitude", place.longitude)
                    }
                } else {
                    json.null("location")
                }
            case .title: json.field("title", title)
            case .caption: json.field("caption", caption)
            case .keywords: json.strings("keywords", keywords ?? [])
            case .rating: json.field("rating", rating == 0 ? nil : rating)
            case .playback: json.field("playback", playback)
            case .favorite: json.field("isFavorite", favorite == true)
            case .merge: break
            }
        }
    }
}
