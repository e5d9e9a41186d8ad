import Foundation
import Testing

/// Whatever `Scripts/fuzz` found worth keeping is read again.
@Suite(.serialized) struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpus")

    @Test(arguments: FuzzEntry.allCases) func everyInputKeepsTheClaims(_ entry: FuzzEntry) throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.corpus.appending(path: entry.rawValue), includingPropertiesForKeys: nil)
        #expect(files.count > 20, "no corpus of \(entry) in \(Self.corpus.path)")
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            let broken = bytes.withUnsafeBytes { entry.run($0).broken }
            #expect(broken.isEmpty, "\(entry) \(file.lastPathComponent): \(broken)")
            // What was cut off somewhere on its way.
            for length in [bytes.count / 2, max(0, bytes.count - 1)] {
                let broken = bytes.withUnsafeBytes { entry.run(UnsafeRawBufferPointer(rebasing: $0[..<length])).broken }
                #expect(broken.isEmpty, "\(entry), \(length) bytes of \(file.lastPathComponent): \(broken)")
            }
        }
    }
}
