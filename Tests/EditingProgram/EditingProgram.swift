import Foundation
import Importing
import LibraryEngine
import Metadata
import PhotoModel

/// For tests that kill it, or start two of it. An edit of the first asset by the engine: `EditingProgram LIBRARY RENDERING RECIPE [BASE]`, taken back by
/// `EditingProgram LIBRARY revert`. An application's, by `ApplicationFlow`:
///
///     EditingProgram LIBRARY add FILE [MOVIE|RAW]
///     EditingProgram LIBRARY create RECIPE RENDERING FILE [MOVIE|RAW]
///     EditingProgram LIBRARY edit RECIPE knows|builds|breaks [RENDERING]
///     EditingProgram LIBRARY meet RECIPE RENDERING
///     EditingProgram LIBRARY back original|compressed|raw
///
/// One that `breaks` kills its decoders in the middle of a movie. What fails is told on standard error, by domain and code, and ends it with 1.
@main enum EditingProgram {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst()), files = words.dropFirst(2).map { URL(fileURLWithPath: $0) }
        guard words.count >= 2 else { throw CocoaError(.fileReadNoSuchFile) }
        if words.count >= 3, ["add", "create", "edit", "meet", "back"].contains(words[1]) {
            setenv("PHOTOS_LIBRARY", words[0], 1)
            do { return try await flow(words, files) } catch {
                let error = error as NSError
                FileHandle.standardError.write(Data("\(error.domain) \(error.code): \(error.localizedDescription)\n".utf8))
                exit(1)
            }
        }
        let library = try PhotoLibrary.open(at: URL(fileURLWithPath: words[0]), environment: Environment())
        defer { library.close() }
        let asset = try library.read { reader in try reader.newestResources(100).map(\.assetID).min().flatMap { try reader.asset(id: $0) } }
        guard let asset else { throw CocoaError(.fileReadNoSuchFile) }
        if words[1] == "revert" {
            guard let reversion = try library.prepareReversion(of: asset) else { return }
            return try library.performChanges(author: "editor") { try $0.revert(asset.id, to: reversion) }
        }
        let rendition = try library.prepareRendition(
            [ResourceInput(.fullSizePhoto, .file(URL(fileURLWithPath: words[1]))), ResourceInput(.adjustmentData, .file(URL(fileURLWithPath: words[2])))], of: .photo,
            adjustment: AdjustmentFacts(formatIdentifier: "org.openphotokit.test"))
        let base: EditBase = words.dropFirst(3).first == "rendering" ? .rendering : .original
        try library.performChanges(author: "editor") { try $0.replaceRendition(of: asset.id, with: rendition, on: base) }
    }

    /// - Parameter files: the words behind the command, where they are files.
    private static func flow(_ words: [String], _ files: [URL]) async throws {
        switch (words[1], words.count) {
        case ("add", _): try await ApplicationFlow.add(files)
        case ("create", 5...): try await ApplicationFlow.create(words[2], rendering: files[1], Array(files[2...]))
        case ("edit", 4...) where words[3] == "breaks":
            try await ApplicationFlow.edit(words[2], knows: true, rendering: nil) { if $0 == 3 { killChildren() } }
        case ("edit", 4...): try await ApplicationFlow.edit(words[2], knows: words[3] == "knows", rendering: files.dropFirst(2).first)
        case ("meet", 4...): try await ApplicationFlow.meet(words[2], rendering: files[1])
        case ("back", _): try await ApplicationFlow.takeBack(to: words[2] == "original" ? nil : words[2] == "raw" ? .raw : .compressed)
        default: throw CocoaError(.fileReadNoSuchFile)
        }
    }

    /// The children are its decoders.
    private static func killChildren() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            // Behind the program's name, which is in brackets, are state and parent.
            guard let process = pid_t(name), let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8), let bracket = text.lastIndex(of: ")") else { continue }
            let fields = text[bracket...].split(separator: " ")
            if fields.count > 2, fields[2] == "\(getpid())" { kill(process, SIGKILL) }
        }
    }
}
