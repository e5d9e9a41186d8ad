import Descriptions
import Foundation
import LibraryEngine
import PhotoModel
import Support

/// How an export went, as text and as JSON.
struct ExportSummary {
    var assets = 0
    var files: [String] = []
    var bytes: Int64 = 0
    var failed: [ExportReport.Failure] = []
    /// Copies that took no metadata, and the sidecars that have them instead.
    private(set) var unwritten: [(copy: ExportReport.Unwritten, sidecar: String)] = []

    /// Halves of Live Photos that lack its identifier.
    private(set) var unpaired: [ExportReport.Unwritten] = []

    /// Live Photos that are none to other programs.
    private(set) var withoutIdentifier = 0

    mutating func add(_ report: ExportReport) {
        unpaired += report.unpaired
        withoutIdentifier += report.withoutIdentifier
        assets += report.assets
        files += report.files
        bytes += report.bytes
        failed += report.failed
    }

    mutating func add(_ copy: ExportReport.Unwritten, sidecar: String) {
        unwritten.append((copy, sidecar))
        if files.last != sidecar { files.append(sidecar) }
    }

    var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("assets", assets)
            json.field("bytes", bytes)
            json.strings("files", files)
            json.array("failed") { json in
                for failure in failed {
                    json.object { json in
                        json.field("localIdentifier", LocalIdentifier.asset(failure.asset))
                        json.field("filename", failure.filename)
                        json.field("code", failure.code)
                        json.field("message", failure.message)
                    }
                }
            }
            json.array("unpaired") { json in
                for copy in unpaired {
                    json.object { json in
                        json.field("localIdentifier", LocalIdentifier.asset(copy.asset))
                        json.field("file", copy.path)
                        json.field("message", copy.message)
                    }
                }
            }
            json.array("unwritten") { json in
                for (copy, sidecar) in unwritten {
                    json.object { json in
                        json.field("localIdentifier", LocalIdentifier.asset(copy.asset))
                        json.field("file", copy.path)
                        json.field("sidecar", sidecar)
                        json.field("message", copy.message)
                    }
                }
            }
        }
        return json.text
    }

    /// What stands beside a copy and not in it.
    var remarks: [String] {
        unwritten.map { copy, sidecar in
            copy.saysIdentifier
                ? say("\(name(copy.path)) takes the identifier of its Live Photo and no other metadata: what the library knows is in \(name(sidecar)).")
                : say("\(name(copy.path)) takes no metadata: it was copied as it is, and what the library knows is in \(name(sidecar)).")
        }
            + unpaired.map { say("\(name($0.path)) takes no identifier of a Live Photo: other programs find its other half by the name only.") }
    }

    private func name(_ path: String) -> String { DisplayText.safe(BytePath(path).lastComponent.text) }

    var problems: [String] {
        failed.map { "\(IdentifierText.short($0.asset)) \(DisplayText.safe($0.filename)): \(DisplayText.safe(EngineText.translated($0.message)))" }
    }

    var line: String {
        let size = Quantity.bytes(bytes), failures = Quantity.grouped(failed.count)
        return failed.isEmpty
            ? say("Exported \(counted: assets, "asset") as \(counted: files.count, "file"), \(size).")
            : say("Exported \(counted: assets, "asset") as \(counted: files.count, "file"), \(size), \(failures) failed.")
    }
}
