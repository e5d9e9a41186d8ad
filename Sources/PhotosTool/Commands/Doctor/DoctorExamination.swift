import Codecs
import Decoding
import Foundation
import Glibc
import Imaging
import LibraryEngine

/// Looks at the machine and the library. Whatever is wrong becomes a line of the report, never an error.
struct DoctorExamination {
    private let tool: ToolContext

    init(_ tool: ToolContext) { self.tool = tool }

    func report() -> DoctorReport {
        var report = DoctorReport(libraryPath: tool.libraryPath)
        examineLibrary(&report)
        examineDecoder(&report)
        report.memoryPressure = PressureSource.find().description
        return report
    }

    private func examineLibrary(_ report: inout DoctorReport) {
        var environment = tool.environment
        // What opening has to say goes into the report instead.
        environment.log = { _, _ in }
        do {
            let library = try PhotoLibrary.open(at: tool.libraryURL(), environment: environment)
            // That nothing was found to decode with is said below.
            report.problems += library.warnings.filter { !$0.contains(DecoderLocator.fileName) }
            let (info, problems) = try library.catalog.read { (try $0.libraryInfo(), try $0.integrityProblems()) }
            report.library = DoctorReport.Library(
                path: library.url.path, uuid: library.uuid.uuidString, assets: info.assetCount, trashed: info.trashedCount,
                resources: info.resourceCount, schema: info.schemaVersion)
            report.problems += problems
            if let problem = try MissingOriginals(library).problem { report.problems.append(problem) }
        } catch let error as LibraryError where error.code == .notFound {
            // A machine without a library yet is in good order.
        } catch {
            report.problems.append(FailureMapping.failure(for: error)?.message ?? "\(error)")
        }
    }

    private func examineDecoder(_ report: inout DoctorReport) {
        do throws(CodecError) {
            let decoder: any MediaDecoder
            var pool: DecoderPool?
            switch try DecoderLocator().locate() {
            case .worker(let path):
                let new = try DecoderPool(path: path)
                (pool, decoder) = (new, new)
                report.decoder = path
            case .inProcess(let isWanted):
                decoder = InProcessDecoder()
                if !isWanted {
                    report.problems.append("No \(DecoderLocator.fileName) was found, so files are decoded in this process, where a malicious one can do harm. "
                        + "Install it beside the program, or name it with \(DecoderLocator.variable).")
                }
            }
            defer { pool?.close() }
            report.formats = FormatSamples.all.map { DoctorReport.Format(name: $0.name, problem: problem(with: $0, decoder)) }
            let failed = report.formats.filter { $0.problem != nil }
            report.problems += failed.map { "\($0.name) can't be decoded here: \($0.problem ?? ""). \(remedy($0.name))" }
            if let protections = pool?.status.protections {
                report.sandbox = protections.names
                report.missingLocks = Protections.all.filter { !protections.contains($0.protection) }.map(\.name)
                if !report.missingLocks.isEmpty {
                    report.problems.append("The worker could not close all its locks; without these a malicious file is held by fewer walls: "
                        + report.missingLocks.joined(separator: ", ") + ". A container often forbids them, and a plain user account does not.")
                }
            }
        } catch {
            report.problems.append(error.description)
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

    private func remedy(_ format: String) -> String {
        switch format {
        case "heic": "Install libheif 1.17 or newer with libheif-plugin-ffmpegdec or libheif-plugin-libde265."
        case "avif": "Install libheif-plugin-dav1d."
        default: "Scripts/debian-packages installs what is missing."
        }
    }
}
