import Foundation
import Importing
@testable import LibraryEngine
import Pixels
import Testing
@testable import PhotosTool

struct SummaryTests {
    private var report: ImportReport {
        var report = ImportReport()
        (report.found, report.imported, report.duplicates, report.attached, report.skipped, report.seconds) = (1234, 1200, 20, 8, 4, 65.43219)
        report.duplicatesInTrash = 3
        report.failed = [
            ImportFailure(path: "a/IMG_1.JPG", code: "damaged", message: "a/IMG_1.JPG is damaged: ends too early. Copy it again."),
            ImportFailure(path: "a/new\nline\u{10FEFF}.jpg", code: "empty", message: "is empty"),
        ]
        report.damaged = [ImportFailure(path: "b.jpg", code: "damaged", message: "b.jpg came in, but a part of it can't be read: ends too early.")]
        return report
    }

    @Test func anImport() throws {
        let summary = ImportSummary(report, isDryRun: false)
        let text = [
            summary.json, summary.problems.joined(separator: "\n"), summary.line, ImportSummary(report, isDryRun: true).line, ImportSummary(ImportReport(), isDryRun: false).json,
        ]
        try Golden.expect(text.joined(separator: "\n"), matches: "import-summary.txt")
    }

    @Test func anInterruptedImportDoesNotClaimToKnowHowManyThereAre() {
        var report = ImportReport()
        (report.found, report.imported, report.isCancelled) = (433, 433, true)
        #expect(
            ImportSummary(report, isDryRun: false).line
                == "Interrupted; run it again to continue. Until then: Imported 433 of the first 433 files (0:00).")
    }

    @Test func eachProblemIsOneLine() {
        for line in ImportSummary(report, isDryRun: false).problems { #expect(!line.contains("\n")) }
    }

    @Test func aVerification() throws {
        var report = VerifyReport()
        (report.checked, report.bytes, report.repaired, report.reclaimed) = (1234, 5_000_000_000, 2, 12_000_000)
        report.findings = [
            .init(problem: .missing, path: "originals/8/8A6B.heic", asset: AssetDescriptionTests.uuid, filename: "IMG_1.HEIC", detail: "is not there; restore it from a backup"),
            .init(problem: .unknown, path: "originals/8/x\u{1B}.heic", asset: nil, filename: nil, detail: "is in no asset"),
        ]
        let summary = VerifySummary(report: report, seconds: 12.3456)
        let sound = VerifySummary(report: VerifyReport(), seconds: 0)
        let stopped = VerifySummary(report: VerifyReport(), seconds: 0, isComplete: false)
        try Golden.expect(
            ([summary.json] + summary.lines + [sound.json] + sound.lines + [stopped.json] + stopped.lines).joined(separator: "\n"), matches: "verify-summary.txt")
    }

    @Test func anExport() throws {
        var summary = ExportSummary()
        (summary.assets, summary.files, summary.bytes) = (1, ["/f/a.jpg", "/f/a.mov"], 4_200_000)
        summary.failed = [.init(asset: AssetDescriptionTests.uuid, filename: "b\n.jpg", code: "missing", message: "The original b.jpg is not in the library.")]
        try Golden.expect(([summary.json] + summary.problems + [summary.line]).joined(separator: "\n"), matches: "export-summary.txt")
    }

    @Test func aDoctorsReport() throws {
        var report = DoctorReport(libraryPath: "/home/ada/Photos.photolibrary")
        report.version = "1.2.3"
        report.memoryPressure = "nothing tells of pressure: it can't be read"
        let bare = report.lines.joined(separator: "\n")
        report.library = .init(path: "/home/ada/Photos.photolibrary", uuid: "U", assets: 1200, trashed: 3, resources: 1500, schema: 1)
        report.decoder = "/usr/bin/photo-decoder"
        (report.sandbox, report.missingProtections) = (["no network", "landlock"], ["empty root"])
        report.formats = [.init(name: "jpeg"), .init(name: "heic", problem: "no plug-in")]
        report.memoryPressure = "the kernel tells of pressure, /proc/pressure/memory"
        report.problems = ["heic can't be decoded here: no plug-in. Install it."]
        try Golden.expect([bare, report.lines.joined(separator: "\n"), report.json].joined(separator: "\n\n"), matches: "doctor.txt")
    }

    @Test func sidecars() throws {
        let (full, empty) = (AssetDescriptionTests.full, AssetDescriptionTests.empty)
        let taken = WrittenMetadata.Date.taken(localSeconds: 1_698_919_445.123, offset: -25_200)
        try Golden.expect(Sidecar.Kind.xmp.text(full, taken: taken) + Sidecar.Kind.xmp.text(empty, taken: .none), matches: "sidecar.xmp")
        #expect(Sidecar.Kind.json.text(empty, taken: .none).hasSuffix("}\n"))
        var record = empty.record
        (record.title, record.location) = ("<&\"\u{1}\u{1F}>", .init(latitude: -59.99999999999, longitude: 0.5))
        let text = Sidecar.xmp(record, taken: .asItIs)
        #expect(!text.contains("OriginalResourceChoice") && Sidecar.xmp(record, taken: .none, choice: .raw).contains("/library/1.0/\">raw</opl:OriginalResourceChoice>"))
        #expect(text.contains("&lt;&amp;&quot;&gt;") && text.contains("60,0.000000S") && text.contains("0,30.000000E"))
    }
}
