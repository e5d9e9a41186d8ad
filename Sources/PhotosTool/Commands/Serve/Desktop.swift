import Foundation

/// The desktop that this process runs on, where there is one.
enum Desktop {
    /// Opens an address in the user's browser, which takes its time.
    static func open(_ url: String, _ tool: ToolContext) {
        let hasDesktop = environmentValue("DISPLAY") != nil || environmentValue("WAYLAND_DISPLAY") != nil
        let openers: [String] = (environmentValue("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { $0 + "/xdg-open" }
        guard hasDesktop, let opener = openers.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            return tool.console.note("There is no desktop here to open a browser on. Open \(url) yourself.")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: opener)
        process.arguments = [url]
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice)
        do { try process.run() } catch { tool.console.note("The browser could not be opened. Open \(url) yourself.") }
    }
}
