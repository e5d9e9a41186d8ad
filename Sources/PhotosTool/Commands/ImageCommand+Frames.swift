import Descriptions
import LibraryEngine
import PhotoModel
import Pixels
import Support

extension ImageCommand {
    /// Writes `NAME 0001.png` and so on, a part of the frames at a time, so that memory does not grow with their number.
    /// - Parameter request: for one picture of it.
    func writeFrames(
        of record: AssetRecord, _ request: @autoclosure () throws -> ImageRequest, _ library: PhotoLibrary, to folder: String, _ encoding: EncodedFormat, _ tool: ToolContext
    ) throws {
        let name = DisplayText.safe(record.filename)
        guard record.mediaType == .image else { throw ToolFailure(.usage, "\(name) is no picture, whose frames could be written one by one.") }
        var wanted = try request()
        let first = format.path(for: record.filename, in: folder, ending: " 0001")
        let stem = first.dropLast("0001.".count + format.rawValue.count)
        var written: [(path: String, delay: Int)] = []
        while true {
            wanted.frames = FrameRange(first: written.count)
            let sheet = try library.images.renderNow(wanted).image
            guard let timing = sheet.frames else { throw ToolFailure(.internalError, "\(name) came without its frames.") }
            for (number, delay) in timing.delays.enumerated() {
                if Interruption.isRequested { throw ToolFailure.interrupted }
                let encoded = try library.decoder.encode(sheet.frame(number), as: encoding)
                let path = "\(stem)\((written.count + 1).padded(to: 4)).\(format.rawValue)"
                try Interruption.patiently { try AtomicFile.write(encoded.bytes, to: path, overwrites: false) }
                written.append((path, delay))
            }
            if timing.endsFile { return try report(written, sheet.frame(0), timing.loopCount, sheet.damage, record, tool) }
        }
    }

    private func report(
        _ written: [(path: String, delay: Int)], _ frame: PixelImage, _ loopCount: Int, _ damage: String?, _ record: AssetRecord, _ tool: ToolContext
    ) throws {
        if let damage { tool.console.problem("\(DisplayText.safe(record.filename)) is damaged, and not all of its frames are there: \(damage)") }
        guard tool.wantsJSON else {
            let first = written.first.map { DisplayText.safe($0.path) } ?? ""
            let seconds = Double(written.reduce(0) { $0 + $1.delay }) / 1000
            return tool.console.note("\(first) and so on: \(written.count) frames of \(frame.width) × \(frame.height) pixels, \(seconds) seconds")
        }
        var json = JSONWriter()
        json.object { json in
            json.field("localIdentifier", LocalIdentifier.asset(record.uuid))
            json.field("pixelWidth", frame.width)
            json.field("pixelHeight", frame.height)
            json.field("loopCount", loopCount)
            json.array("frames") { json in
                for (path, delay) in written {
                    json.object { json in
                        json.field("file", path)
                        json.field("milliseconds", delay)
                    }
                }
            }
        }
        try tool.console.resultLine(json.text)
    }
}
