import Foundation
import PhotosTesting
import TestSupport
import Testing

extension TemporaryLibrary {
    /// Moves all originals into a folder beside the library, which every program that opens it fetches them from.
    func sendToFolder() throws {
        let store = folder.appendingPathComponent("store").path
        for arguments in [["configure", store, "--optimize", "1", "--pin-days", "0"], ["upload"], ["evict"]] {
            let result = try ProgramRun(
                of: ProgramRun.products.appending(path: "photos"), ["--library", url.path, "cloud"] + arguments, environment: ProgramRun.environment([:]))
            #expect(result.status == 0, "\(arguments): \(result)")
        }
    }
}
