import AVFoundation
import Adjustments
@testable import PlatformTypes
import Synchronization

/// Knows files by their names.
final class FakeInspector: MediaInspector {
    private let counts = Mutex<[String: Int]>([:])

    func reads(of url: URL) -> Int { counts.withLock { $0[url.path] ?? 0 } }

    func inspect(_ url: URL) throws(AVError) -> MediaDescription {
        counts.withLock { $0[url.path, default: 0] += 1 }
        guard url.lastPathComponent.hasSuffix(".mov") else { throw AVError(.fileFormatNotRecognized, "\(url.lastPathComponent) is no movie.") }
        let range = CMTimeRange(start: .zero, duration: CMTimeMake(value: 1200, timescale: 600))
        var video = MediaDescription.Track(mediaType: .video, identifier: 1, timeRange: range)
        (video.naturalSize, video.frameRate, video.dataRate) = (CGSize(width: 1920, height: 1080), 29.97, 8e6)
        video.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)
        var sound = MediaDescription.Track(mediaType: .audio, identifier: 2, timeRange: range)
        sound.language = "eng"
        return MediaDescription(fileType: .mov, duration: range.duration, tracks: [video, sound])
    }

    func frame(of url: URL, at seconds: Double, size: CGSize?, isUpright: Bool) throws(AVError) -> CGImage {
        throw AVError(.noImageAtTime, "\(url.lastPathComponent) is none.")
    }

    /// Writes the plan as text, in ten steps.
    func export(_ url: URL, _ plan: ExportPlan, to descriptor: Int32, goesOn: @escaping (Double) -> Bool) throws(AVError) {
        for step in 0..<10 {
            guard goesOn(Double(step) / 10) else { throw AVError(.operationCancelled, "\(url.lastPathComponent) was cancelled.") }
            let text = step == 9 ? Self.text(of: plan) : "."
            guard write(descriptor, text, text.utf8.count) == text.utf8.count else { throw AVError(.diskFull, "There is no room.") }
        }
    }

    static func text(of plan: ExportPlan) -> String {
        let sides = [plan.longSide, plan.shortSide].map { $0.map(String.init) ?? "–" }.joined(separator: "×")
        return "\(plan.picture) \(sides) \(plan.keepsDepth ? 10 : 8) \(plan.fileType.rawValue) \(plan.start)–\(plan.end.map { "\($0)" } ?? "")\(plan.indexFirst ? " first" : "")"
            + (plan.slowMotion.map { " slow \($0.start)–\($0.end) × \($0.rate)" } ?? "")
    }
}
