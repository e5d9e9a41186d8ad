import Descriptions
import PhotoModel
import Support

/// One asset as a page for a person: what `show` prints without `--json`.
struct AssetPage {
    let asset: AssetDescription
    /// How many pictures its burst has; `nil` where it is of none.
    var burstCount: Int?
    /// Columns of the terminal; `nil` where the lines don't go to one.
    var width: Int?

    var lines: [String] {
        let record = asset.record
        var facts: [(Sentence, String?)] = [
            ("Identifier", LocalIdentifier.asset(record.uuid)),
            ("Kind", kind),
            ("Taken", record.creationDate.map { Timestamp.taken($0, offset: record.creationOffset) + " " + dateRemark }),
            ("Dimensions", record.pixelWidth > 0 ? say("\(record.pixelWidth) × \(record.pixelHeight) pixels") : nil),
            ("Duration", record.duration > 0 ? Quantity.duration(record.duration) : nil),
            ("Camera", joined([record.cameraMake, record.cameraModel, record.lens])),
            ("Place", place.first),
            ("", place.dropFirst().first),
            ("Title", record.title),
            ("Caption", record.caption),
            ("Keywords", record.keywords.isEmpty ? nil : record.keywords.joined(separator: ", ")),
            ("Rating", record.rating == 0 ? nil : String(repeating: "★", count: record.rating)),
            ("Marked", joined(marks)),
            ("Burst", record.burstIdentifier.map { $0 + (record.representsBurst ? " " + say("(shown for the burst)") : "") }),
            ("", burst),
            ("Edited by", record.adjustmentFormatIdentifier),
            ("Added", Timestamp.wallClock(record.addedDate, offset: nil)),
            ("Deleted", record.trashedDate.map { say("in Recently Deleted since \(Timestamp.wallClock($0, offset: nil)); `photos restore` brings it back") }),
            ("Damage", record.damage),
        ]
        facts.removeAll { $0.1 == nil }
        let labels = facts.map { DisplayText.width($0.0.text) }.max() ?? 0
        var lines = [DisplayText.safe(record.filename)]
        lines += facts.flatMap { fact in
            let label = "  " + DisplayText.padded(fact.0.text, to: labels) + "  ", line = label + DisplayText.safe(fact.1 ?? "")
            return width.map { HelpLine(line, labels: [label]).broken(at: $0) } ?? [line]
        }
        var table = Table(
            [
                .init(title: "Resource"), .init(title: "Bytes", isNumber: true), .init(title: "State"), .init(title: "SHA-256", mayBeLeftOut: true),
                .init(title: "Name", mayShrink: true),
            ], width: width.map { $0 - 2 })
        lines += table.lines(
            asset.resources.map { resource in
                [
                    KindWords.word(resource.type.name), Quantity.grouped(resource.size),
                    resource.damage == nil ? KindWords.word(asset.state(of: resource)) : say("damaged"), String(resource.sha256.hexadecimal.prefix(12)), resource.filename,
                ]
            }
        ).map { "  " + $0 }
        for resource in asset.resources {
            guard let path = asset.paths[resource.id].map(DisplayText.safe) else { continue }
            lines.append("  " + (resource.offset.map { say("\(path), from byte \(Quantity.grouped($0))") } ?? path))
        }
        return lines
    }

    private var kind: String {
        let record = asset.record
        let subtypes = record.mediaSubtypes.names.map(KindWords.word)
        let type = KindWords.word(record.mediaType.name), comma = say(", ")
        return (subtypes.isEmpty ? type : say("\(type) (\(subtypes.joined(separator: comma)))")) + comma + record.uniformType
    }

    private var dateRemark: String {
        if asset.isDateGuessed == true { return say("(a guess: nothing says when, and this is the date of the file)") }
        return asset.record.creationOffset.map(Timestamp.offset) ?? say("(on this machine's clock)")
    }

    /// Lists show one picture of a burst, and whoever sees it here may look for the others.
    private var burst: String? {
        guard let identifier = asset.record.burstIdentifier, let burstCount else { return nil }
        let condition = "burstIdentifier == \"\(identifier)\""
        return say("\(counted: burstCount, "photo"); `photos assets --bursts --where '\(condition)'` lists all of them")
    }

    /// What it is called, where that is known, and where it lies, a line each.
    private var place: [String] {
        guard let location = asset.record.location else { return [] }
        let altitude = location.altitude.map { ", \(Quantity.decimal($0, 0)) m" } ?? ""
        let position = "\(Quantity.decimal(location.latitude, 6)), \(Quantity.decimal(location.longitude, 6))\(altitude)"
        guard let names = asset.placeNames, !names.isEmpty else { return [position] }
        return [names.joined(separator: say(", ")), position]
    }

    private var marks: [String?] {
        let record = asset.record
        return [record.isFavorite ? say("favorite") : nil, record.isHidden ? say("hidden") : nil]
    }

    private func joined(_ parts: [String?]) -> String? {
        let parts = parts.compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
