import Descriptions
import LibraryEngine
import PhotoModel

/// Tells which photos are there twice, and what became of them.
struct DuplicateOutput {
    private let tool: ToolContext

    init(_ tool: ToolContext) { self.tool = tool }

    func tell(_ report: DuplicateReport) throws {
        for group in report.groups {
            for line in tool.wantsJSON ? [json(group)] : lines(group) { try tool.console.resultLine(line) }
        }
        for asset in report.leftOut.prefix(10) {
            tool.console.problem("\(DisplayText.safe(asset.filename)) was not compared, since it has no thumbnail that can be read. `photos verify --repair` makes it again.")
        }
        if report.leftOutCount > 10 { tool.console.problem("\(counted: report.leftOutCount - 10, "further asset") were not compared either.") }
        if report.unread > 0 { tool.console.problem("The pixels of \(counted: report.unread, "asset") can't be read here, so whether they are the very same is not known.") }
        guard !tool.wantsJSON else { return }
        let copies = report.groups.reduce(0) { $0 + $1.assets.count - 1 }
        tool.console.note("Compared \(counted: report.compared, "asset"): \(counted: report.groups.count, "group"), \(counted: copies, "copy", "copies").")
    }

    private func lines(_ group: DuplicateGroup) -> [String] {
        let name =
            switch group.likeness {
            case .pixels: say("the same pixels")
            case .picture: say("the same picture")
            case .similar: say("similar")
            }
        return [name + ":"] + group.assets.map { "  " + Self.line($0) }
    }

    private static func line(_ asset: AssetRecord) -> String {
        "\(IdentifierText.short(asset.uuid)) \(DisplayText.safe(asset.filename)) \(asset.pixelWidth)×\(asset.pixelHeight) \(Quantity.bytes(asset.fileSize))"
    }

    private func json(_ group: DuplicateGroup) -> String {
        var json = JSONWriter()
        json.object { json in
            json.field("likeness", group.likeness.rawValue)
            json.array("assets") { json in
                for (asset, distance) in zip(group.assets, group.distances) {
                    json.object { json in
                        Self.write(asset, to: &json)
                        json.field("distance", distance)
                    }
                }
            }
        }
        return json.text
    }

    private static func write(_ asset: AssetRecord, to json: inout JSONWriter) {
        json.field("localIdentifier", LocalIdentifier.asset(asset.uuid))
        json.field("filename", asset.filename)
        json.field("pixelWidth", asset.pixelWidth)
        json.field("pixelHeight", asset.pixelHeight)
        json.field("fileSize", asset.fileSize)
    }

    // MARK: Merging

    func tell(_ plans: [MergePlan], isPreview: Bool) throws {
        for plan in plans {
            if tool.wantsJSON {
                try tool.console.resultLine(json(plan))
            } else if isPreview {
                for line in lines(plan) { try tool.console.resultLine(line) }
            }
            for staying in plan.staying { tool.console.problem(sentence(staying)) }
        }
        guard !tool.wantsJSON else { return }
        let removed = plans.reduce(0) { $0 + $1.removed.count }
        if removed == 0 {
            tool.console.note("No asset goes to Recently Deleted.")
        } else if isPreview {
            tool.console.note("\(counted: removed, "asset") would go to Recently Deleted. Without --preview they do.")
        } else {
            tool.console.note("\(counted: removed, "asset") went to Recently Deleted. `photos undo` brings them back.")
        }
    }

    /// - Parameter left: groups that only look the same, which `--all` does not merge.
    func tell(left: Int) {
        guard left > 0, !tool.wantsJSON else { return }
        tool.console.note("Not merged: \(counted: left, "group") of the same picture. Look at the photos, and merge them by their identifiers.")
    }

    private func lines(_ plan: MergePlan) -> [String] {
        var lines = [say("stays") + ": " + Self.line(plan.kept)]
        lines += BulkOutput.lines(plan.change).map { "  " + $0 }
        lines += plan.albums.map { "  " + say("album") + ": " + DisplayText.safe($0.title ?? "") }
        return lines + plan.removed.map { "  " + say("goes") + ": " + Self.line($0) }
    }

    private func sentence(_ staying: MergePlan.Staying) -> Sentence {
        let name = DisplayText.safe(staying.asset.filename)
        return switch staying.reason {
        case .edit: "\(name) stays, since it shows an edit that the kept file has not."
        case .movie: "\(name) stays, since it has a movie and the kept file has none."
        case .raw: "\(name) stays, since it has a RAW file and the kept one has none."
        case .pair: "\(name) stays, since it has a RAW file and a photo beside it, and the kept one has the RAW file alone."
        case .animation: "\(name) stays, since it is animated and the kept file is a still."
        case .depth: "\(name) stays, since it has depth, as portraits have, and the kept file has none."
        case .hdr: "\(name) stays, since it is an HDR photo and the kept file is none."
        case .spatial: "\(name) stays, since it is a spatial photo and the kept file is none."
        case .damage: "\(name) stays, since the kept file is damaged. Choose another with --best."
        case .missing: "\(name) stays, since the kept file is not there. Choose another with --best."
        case .referenced: "\(name) stays, since the kept file lies outside of the library, where it may go any time. Choose another with --best."
        }
    }

    private func json(_ plan: MergePlan) -> String {
        var json = JSONWriter()
        json.object { json in
            json.object("kept") { Self.write(plan.kept, to: &$0) }
            json.strings("fields", plan.fields.map(\.rawValue))
            json.strings("albums", plan.albums.map { LocalIdentifier.album($0.uuid) })
            json.array("removed") { json in for asset in plan.removed { json.object { Self.write(asset, to: &$0) } } }
            json.array("staying") { json in
                for staying in plan.staying {
                    json.object { json in
                        Self.write(staying.asset, to: &json)
                        json.field("reason", staying.reason.rawValue)
                    }
                }
            }
        }
        return json.text
    }
}
