import Foundation
import Glibc
import LibraryEngine
import Pixels

/// Looks at the machine and the library. Whatever is wrong becomes a line of the report, never an error.
struct DoctorExamination {
    private let tool: ToolContext

    init(_ tool: ToolContext) { self.tool = tool }

    func report() -> DoctorReport {
        var report = DoctorReport(libraryPath: tool.libraryPath)
        examineLibrary(&report)
        examineDecoder(&report)
        report.memoryPressure = Environment.memoryPressure
        return report
    }

    private func examineLibrary(_ report: inout DoctorReport) {
        var environment = tool.environment
        // What opening has to say goes into the report instead.
        environment.log = { _, _ in }
        do {
            let library = try PhotoLibrary.open(at: tool.libraryURL(), environment: environment)
            report.problems += library.warnings.map { Sentence(verbatim: $0) }
            let (info, problems) = try library.read { (try $0.libraryInfo(), try $0.integrityProblems()) }
            report.library = DoctorReport.Library(
                path: library.url.path, uuid: library.uuid.uuidString, assets: info.assetCount, trashed: info.trashedCount,
                resources: info.resourceCount, schema: info.schemaVersion)
            report.problems += problems.map { Sentence(verbatim: $0) }
            if let problem = try library.columnProblem() { report.problems.append(Sentence(verbatim: problem)) }
            if let problem = try MissingOriginals(library).problem { report.problems.append(problem) }
            if let problem = library.opennessProblem { report.problems.append(Sentence(verbatim: problem)) }
        } catch let error as LibraryError where error.code == .notFound {
            // A machine without a library yet is in good order.
        } catch {
            report.problems.append(Sentence(verbatim: FailureMapping.failure(for: error)?.message ?? "\(error)"))
        }
    }

    private func examineDecoder(_ report: inout DoctorReport) {
        do throws(CodecError) {
            let check = try DecoderCheck()
            report.decoder = check.path
            // What keeps it from any work is one problem, and none of the formats'.
            try check.start()
            report.formats = FormatSamples.all.map { DoctorReport.Format(name: $0.name, problem: problem(with: $0, check.decoder)) }
            let failed = report.formats.filter { $0.problem != nil }
            report.problems += failed.map { "\($0.name) can't be decoded here: \($0.problem ?? ""). \(remedy($0.name))" as Sentence }
            if let protections = check.protections {
                report.sandbox = protections.names
                report.missingProtections = protections.missingNames
                if !report.missingProtections.isEmpty {
                    let missing = report.missingProtections.joined(separator: ", ")
                    report.problems.append(
                        "The worker could not close all its locks; without these a malicious file is held by fewer protections: "
                            + "\(missing). A container often forbids them, and a plain user account does not.")
                }
            }
        } catch {
            report.problems.append(Sentence(verbatim: error.description))
        }
    }

    private func problem(with sample: FormatSamples.Sample, _ decoder: any MediaDecoder) -> String? {
        guard let bytes = Data(base64Encoded: sample.base64), let file = tmpfile() else { return "no temporary file could be made" }
        defer { fclose(file) }
        guard writeAll(Array(bytes), to: fileno(file)) == nil else { return "no temporary file could be written" }
        lseek(fileno(file), 0, SEEK_SET)
        do throws(CodecError) {
            var request = RenderRequest()
            request.target = PixelSize(width: 8, height: 8)
            let image = try decoder.render(MediaSource(descriptor: fileno(file), name: "sample." + sample.fileExtension), request)
            return image.damage
        } catch {
            return error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
        }
    }

    private func remedy(_ format: String) -> Sentence {
        switch format {
        case "heic": "Install libheif 1.17 or newer with libheif-plugin-ffmpegdec or libheif-plugin-libde265."
        case "avif": "Install libheif-plugin-dav1d."
        default: "Scripts/debian-packages installs what is missing."
        }
    }
}
