import Browser
import Foundation

/// axe-core, which looks for what people with a screen reader, a keyboard alone or weak eyes can't use.
enum Axe {
    /// The file that `PHOTOS_AXE` names: it looks at each state that any test inspects as well, which takes minutes.
    static let named = ProcessInfo.processInfo.environment["PHOTOS_AXE"].flatMap { $0.isEmpty ? nil : $0 }

    /// That one, or the one that Scripts/axe has fetched.
    static let file = named ?? (FileManager.default.fileExists(atPath: fetched) ? fetched : nil)

    private static let fetched = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.build/axe/axe.min.js").standardizedFileURL.path

    /// Why a test without it is skipped.
    static let absence = "axe-core is not in .build/axe: Scripts/axe fetches it, and says why where it can't be got"
}

extension Page {
    /// What axe-core finds, all its rules included, in the colours shown.
    /// - Parameters:
    ///   - path: axe-core's file.
    ///   - isForcing: in the colours that a person forces upon all pages as well.
    func axeFaults(by path: String, isForcing: Bool) async throws -> [String] {
        if try await evaluate("typeof axe === 'undefined'", as: Bool.self) { try await run(try String(contentsOfFile: path, encoding: .utf8)) }
        var faults = try await axeFaults()
        guard isForcing else { return faults }
        // What is emulated takes the place of all that was.
        let isDark = try await evaluate("matchMedia('(prefers-color-scheme: dark)').matches", as: Bool.self)
        try await forceColours(true, isDark: isDark)
        faults += try await axeFaults().map { "forced colours: " + $0 }
        try await forceColours(false, isDark: isDark)
        return faults
    }

    private func axeFaults() async throws -> [String] {
        try await evaluate(
            """
            axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
              nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary.slice(0, 300)}`)))
            """)
    }

    private func forceColours(_ isForced: Bool, isDark: Bool) async throws {
        try await send(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": .string(isDark ? "dark" : "light")],
                    ["name": "forced-colors", "value": .string(isForced ? "active" : "none")],
                ]
            ])
        try await waitForFrames(2)
    }
}
