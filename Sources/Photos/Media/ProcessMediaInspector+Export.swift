import Foundation
import Glibc
import LibraryEngine
import Pixels

extension ProcessMediaInspector {
    package func export(_ url: URL, _ plan: ExportPlan, to descriptor: Int32, goesOn: @escaping (Double) -> Bool) throws(AVError) {
        try Self.export(url, plan, stating: nil, to: descriptor, goesOn: goesOn)
    }

    /// - Parameter known: what the film is to say where its file says otherwise; `nil` for a film that is no library's.
    static func export(
        _ url: URL, _ plan: ExportPlan, stating known: WrittenMetadata?, to descriptor: Int32, goesOn: @escaping (Double) -> Bool
    ) throws(AVError) {
        let input = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard input >= 0 else {
            let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
            throw AVError(.noLongerPlayable, "\(url.path) could not be opened: \(String(cString: strerror(errno))).", cause: cause)
        }
        defer { close(input) }
        let decoder: any MediaDecoder
        do { decoder = try ProcessImageCoder.decoder() } catch { throw AVError(.decoderNotFound, error.description, cause: error) }
        let sink = FilmFile(descriptor, wants: goesOn)
        var request = TranscodeRequest(plan)
        do {
            if let known { request.state(known, unlike: try decoder.facts(of: input, named: url.lastPathComponent)) }
            try decoder.transcode(MediaSource(descriptor: input, name: url.lastPathComponent), request, to: sink)
        } catch {
            throw sink.error(of: url) ?? AVError(error)
        }
    }
}

extension FilmFile {
    /// Why it could not be written; `nil` where it could.
    fileprivate func error(of url: URL) -> AVError? {
        guard let failure else { return nil }
        let isFull = failure == ENOSPC || failure == EDQUOT || failure == EFBIG, name = url.lastPathComponent
        let message =
            isFull
            ? "There is no room for the export of \(name). Make room, or export to another disk."
            : "The export of \(name) could not be written: \(String(cString: strerror(failure)))."
        return AVError(isFull ? .diskFull : .exportFailed, message, cause: NSError(domain: NSPOSIXErrorDomain, code: Int(failure)))
    }
}

extension AVError {
    init(_ error: CodecError) {
        let code: Code =
            switch error.code {
            case .cancelled: .operationCancelled
            case .unsupported: .operationNotSupportedForAsset
            case .damaged: .fileFailedToParse
            default: .exportFailed
            }
        self.init(code, error.message, cause: error)
    }
}

extension TranscodeRequest {
    fileprivate init(_ plan: ExportPlan) {
        self.init()
        picture =
            switch plan.picture {
            case .copied: .copy
            case .h264: .h264
            case .hevc: .hevc
            case .none: .none
            }
        sound = plan.slowMotion != nil ? .aac : plan.picture == .copied ? .copy : .copyAAC
        slowMotion = plan.slowMotion
        container = plan.fileType == .mov ? .quickTime : .mp4
        (longSide, shortSide, quality, keepsDepth) = (plan.longSide, plan.shortSide, plan.quality, plan.keepsDepth)
        (soundRate, start, end, indexFirst) = (plan.soundRate, plan.start, plan.end, plan.indexFirst)
    }
}
