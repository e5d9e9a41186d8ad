import Foundation
import Testing

extension DAVClient {
    /// What a folder is left alone for until its files come in, and a little more.
    static let rest: TimeInterval = 10.5

    /// Nothing is sent for so long; returns when what comes in by that has come in.
    func rest(_ seconds: TimeInterval = DAVClient.rest) async throws {
        server.library.clock.advance(by: seconds)
        try await server.completeFolders()
    }
}

extension TestServer {
    /// Below `staging/incoming` of the library, a batch each: its journal's lines, and by their numbers what there is of files.
    func batches() throws -> [(lines: [String], files: [Int: Data])] {
        let folder = library.url.appending(path: "staging/incoming"), manager = FileManager.default
        guard manager.fileExists(atPath: folder.path) else { return [] }
        return try manager.contentsOfDirectory(atPath: folder.path).sorted().filter { UUID(uuidString: $0) != nil }.map { name -> (lines: [String], files: [Int: Data]) in
            let batch = folder.appending(path: name)
            let journal = try String(contentsOf: batch.appending(path: "journal"), encoding: .utf8)
            var files: [Int: Data] = [:]
            for file in try manager.contentsOfDirectory(atPath: batch.path) {
                if let number = Int(file) { files[number] = try Data(contentsOf: batch.appending(path: file)) }
            }
            return (journal.split(separator: "\n").map(String.init), files)
        }
    }
}
