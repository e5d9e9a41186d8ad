import Browser
import Foundation

extension Page {
    /// What axe-core finds, all its rules included, in the colours shown and in forced ones: for whoever names its file in `PHOTOS_AXE`, as it is in no
    /// Debian package. Nothing without it.
    func axeFaults() async throws -> [String] {
        guard let path = ProcessInfo.processInfo.environment["PHOTOS_AXE"] else { return [] }
        let axe = try String(contentsOfFile: path, encoding: .utf8)
        if try await evaluate("typeof axe === 'undefined'", as: Bool.self) { try await run(axe) }
        var faults: [String] = []
        for isForced in [false, true] {
            if isForced { try await send("Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "active"]]]) }
            try await waitForFrames(2)
            let found = try await evaluate(
                """
                axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
                  nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary.slice(0, 300)}`)))
                """, as: [String].self)
            faults += found.map { (isForced ? "forced colours: " : "") + $0 }
        }
        try await send("Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "none"]]])
        return faults
    }
}
