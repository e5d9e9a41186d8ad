import Foundation
import Testing

/// What the page's modules take from each other is there, and is called as it wants to be: by the checker of a language that has types, as the
/// compiler checks ours. The page itself needs no such step.
@Suite struct PageTypesTests {
    private static let configuration = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "tsconfig.json")

    @Test func theModulesFitTogether() async throws {
        #expect(try await Self.check(Self.configuration).isEmpty)
    }

    @Test func aNameThatIsNotExportedIsFound() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-types-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("export const shown = 1;\nconst hidden = 2;\n".utf8).write(to: folder.appending(path: "one.js"))
        try Data("import * as one from \"./one.js\";\nimport { hidden } from \"./one.js\";\none.missing(hidden);\n".utf8).write(to: folder.appending(path: "two.js"))
        let text = try String(contentsOf: Self.configuration, encoding: .utf8)
            .replacing("../../../Sources/PhotosServer/Web/js/**/*.js", with: "*.js").replacing(", \"page.d.ts\"", with: "")
        try Data(text.utf8).write(to: folder.appending(path: "tsconfig.json"))
        let found = try await Self.check(folder.appending(path: "tsconfig.json"))
        #expect(found.contains { $0.contains("'hidden'") } && found.contains { $0.contains("'missing'") }, "\(found)")
    }

    /// What the checker says, a line each.
    private static func check(_ configuration: URL) async throws -> [String] {
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["tsc", "--pretty", "false", "-p", configuration.path]
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = said.split(separator: "\n").map(String.init)
        // Without its words, a failure is one too: there may be no checker.
        return lines.isEmpty && process.terminationStatus != 0 ? ["tsc ended with \(process.terminationStatus)"] : lines
    }
}
