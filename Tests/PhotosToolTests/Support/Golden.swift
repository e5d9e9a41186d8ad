import Foundation
import Testing

/// Texts that people and scripts rely on, kept as files. `PHOTOS_RECORD=1` writes them anew, for a look at the difference in git.
enum Golden {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")
    static let isRecording = ProcessInfo.processInfo.environment["PHOTOS_RECORD"] == "1"

    static func expect(_ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = folder.appending(path: name)
        let text = text.hasSuffix("\n") ? text : text + "\n"
        if isRecording {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return
        }
        let recorded = try? String(contentsOf: file, encoding: .utf8)
        #expect(text == recorded ?? "", "\(name) is not as recorded; PHOTOS_RECORD=1 records it anew", sourceLocation: sourceLocation)
    }
}
