import ArgumentParser
import LibraryEngine
import PhotoModel

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: say("Changes photos, and what the library knows about assets: title, caption, keywords, rating, date, place."),
        discussion: say(
            """
            The original files are not touched; `photos export --sidecar xmp` writes the changes beside copies. An empty text removes what \
            was there. All of it happens, or nothing: where a date would leave the calendar, the photo is named and nothing is changed. \
            `photos undo` takes the whole command back. Edits of the picture itself, such as --rotate, are saved photo by photo, and --revert takes \
            those back.

            EXAMPLES:
              photos edit 8A6B2C40 --title 'The pier' --add-keyword sea --add-keyword night
              photos edit --album 'Grandmother' --date 1962-07-01T12:00:00+01:00 --place 53.55,9.99
              photos edit 8A6B2C40 --caption '' --rating 0 --place none
              photos edit --where 'cameraModel == "EOS 5D"' --shift +1h --time-zone Europe/Berlin --preview
              photos edit 8A6B2C40 --rotate 90 --exposure +0.5 --filter vivid
              photos edit --album 'Pier' --copy-edit-from 8A6B2C40
            """))

    @OptionGroup(title: say("For every command")) var global: GlobalOptions
    @OptionGroup var selection: AssetSelection

    @Option(help: said("The title.", valueName: "text"))
    var title: String?

    @Option(help: said("The caption.", valueName: "text"))
    var caption: String?

    @Option(help: said("A keyword that takes the place of all that there are; may be given several times.", valueName: "word"))
    var keyword: [String] = []

    @Option(help: said("A keyword to add.", valueName: "word"))
    var addKeyword: [String] = []

    @Option(help: said("A keyword to remove.", valueName: "word"))
    var removeKeyword: [String] = []

    @Option(parsing: .unconditional, help: said("Stars, 1 to 5; 0 is none.", valueName: "n"))
    var rating: Int?

    @Option(help: said("When it was taken, such as 2023-11-02T17:04:05+01:00, or none.", valueName: "date"))
    var date: DateArgument?

    @Option(parsing: .unconditional, help: said("By how much its camera's clock was wrong, such as +1h or -1d2h30m.", valueName: "time"))
    var shift: ShiftArgument?

    @Option(parsing: .unconditional, help: said("The zone its camera's clock was set to, such as Europe/Berlin or +02:00; what the clock showed stays.", valueName: "zone"))
    var timeZone: ZoneArgument?

    @Option(
        parsing: .unconditional,
        help: said("Where it was taken: degrees north and east such as 47.6,-122.3, a town such as Lisbon or 'Paris, Texas', or none.", valueName: "place"))
    var place: PlaceArgument?

    @Option(help: said("How Live Photos play; still is not at all."))
    var playback: LivePlayback?

    @Option(help: said("Which file of a RAW and JPEG pair is the original, and shown."))
    var original: OriginalArgument?

    @Flag(help: said("Only say what would change, of each asset from what to what."))
    var preview = false

    @OptionGroup(title: say("Picture")) var picture: AdjustmentArguments

    func validate() throws {
        if !picture.isEmpty {
            guard isEmpty, original == nil else { throw wrongUsage("Edit pictures in one command, and what is known of them in another.") }
            guard !preview else { throw wrongUsage("--preview shows changes of what is known of assets, and not of pictures.") }
            return
        }
        if original != nil {
            guard isEmpty else { throw wrongUsage("Choose originals in one command, and change what is known of assets in another.") }
            guard !preview else { throw wrongUsage("--preview shows changes of what is known of assets, and not of pictures.") }
            return
        }
        if let rating, !(0...5).contains(rating) { throw wrongUsage("--rating must be from 0 to 5.") }
        if isEmpty { throw wrongUsage("Say what to change, such as --title or --add-keyword.") }
        if date != nil, shift != nil || timeZone != nil { throw wrongUsage("--date says when and in which zone; leave out --shift and --time-zone.") }
    }

    /// Whether nothing is said of what is known of assets.
    private var isEmpty: Bool {
        title == nil && caption == nil && rating == nil && date == nil && shift == nil && timeZone == nil && place == nil && playback == nil && addKeyword.isEmpty
            && removeKeyword.isEmpty && keyword.isEmpty
    }

    func run() throws {
        try run(global) { tool in
            if !picture.isEmpty { return try PictureEdit(tool: tool, arguments: picture).run(selection) }
            if let original { return try OriginalChange(tool: tool, original: original).run(selection) }
            let library = try tool.openLibrary(), edit = try self.edit(in: library, tool), now = library.environment.now()
            if preview { return try BulkOutput(tool).preview(edit, of: selection, in: library) }
            // Selected within the transaction, so that nobody else changes what the filter was about.
            let result = try library.performChanges(author: tool.author) { transaction in
                try transaction.perform(edit, on: selection.rowIDs(in: transaction.reader), at: now, author: tool.author)
            }
            try tool.reportChange("Changed \(counted: result.changed, "asset").", count: result.changed)
        }
    }

    private func edit(in library: PhotoLibrary, _ tool: ToolContext) throws -> BulkEdit {
        var edit = BulkEdit()
        edit.title = title.map { .some($0) }
        edit.caption = caption.map { .some($0) }
        (edit.rating, edit.playback) = (rating, playback?.change)
        if !keyword.isEmpty { edit.keywords = keyword }
        (edit.addedKeywords, edit.removedKeywords) = (addKeyword, removeKeyword)
        switch date {
        case .date(let seconds, let offset)?: edit.date = .set(seconds, offset: offset)
        case DateArgument.none?: edit.date = .remove
        case nil: if shift != nil || timeZone != nil { edit.date = .clock(shift: shift?.seconds ?? 0, zone: timeZone?.zone) }
        }
        switch place {
        case .place(let location)?: edit.place = .set(location)
        case .town(let names)?: edit.place = .set(try location(of: names, in: library, tool))
        case PlaceArgument.none?: edit.place = .remove
        case nil: break
        }
        return edit
    }

    /// Of the town that is meant, which is told, as others may have its name.
    private func location(of names: [String], in library: PhotoLibrary, _ tool: ToolContext) throws -> LocationRecord {
        guard let town = library.town(called: names) else {
            let name = DisplayText.safe(names.joined(separator: ", "))
            throw ToolFailure(.badInput, "No town is called \(name) here. Give degrees north and east, such as 47.6,-122.3.")
        }
        let place = DisplayText.safe(town.names.joined(separator: say(", ")))
        tool.console.note("The place is \(place).")
        return LocationRecord(latitude: town.latitude, longitude: town.longitude)
    }
}
