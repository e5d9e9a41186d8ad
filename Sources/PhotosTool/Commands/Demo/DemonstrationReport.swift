import DemonstrationMessages
import Descriptions
import Foundation

/// What there is to show, as text and as JSON.
struct DemonstrationReport {
    let url: URL
    /// `nil` where the demonstration was there.
    let made: DemonstrationSummary?
    /// Where the one is that was there before, and that somebody had worked with.
    let kept: String?

    func print(_ tool: ToolContext) throws {
        if tool.wantsJSON {
            try tool.console.resultLine(json)
            try tool.console.flush()
        } else {
            tool.console.note(Sentence(verbatim: line))
        }
    }

    private var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("library", url.path)
            json.field("made", made != nil)
            json.field("photos", made?.photos)
            json.field("videos", made?.videos)
            json.field("albums", made?.albums)
            json.field("folders", made?.folders)
            json.field("kept", kept)
            json.field("seconds", made.map { ($0.seconds * 1000).rounded() / 1000 })
        }
        return json.text
    }

    private var line: String {
        guard let made else { return say("The demonstration is at \(DisplayText.safe(url.path)).") }
        let time = Quantity.duration(made.seconds), path = DisplayText.safe(url.path)
        return say(
            "Made \(counted: made.photos, "photo") and \(counted: made.videos, "video") in \(counted: made.albums, "album") in \(time), at \(path). "
                + "Some are hidden, in Recently Deleted or behind another of their burst on purpose, so the gallery shows fewer.")
    }
}
