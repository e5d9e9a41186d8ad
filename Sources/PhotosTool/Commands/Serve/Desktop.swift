import Foundation
import Glibc

/// The desktop that this process runs on, where there is one.
enum Desktop {
    static var isThere: Bool { environmentValue("DISPLAY") != nil || environmentValue("WAYLAND_DISPLAY") != nil }

    /// Opens an address in the user's browser, which takes its time.
    ///
    /// The address lets its reader in, and every user of the machine can list what programs are started with. So the browser is given a file of the
    /// user's own that leads there.
    /// - Returns: the file, to be removed when it has served.
    static func open(_ address: String, _ tool: ToolContext) -> OpeningPage? {
        let openers: [String] = (environmentValue("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { $0 + "/xdg-open" }
        guard isThere, let opener = openers.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            tool.console.note("There is no desktop here to open a browser on. Open the address yourself.")
            return nil
        }
        guard let page = OpeningPage.make(leadingTo: address, in: OpeningPage.folders(browser: defaultBrowser())) else {
            tool.console.note("There is no folder of your own to hand the address to a browser in. Open it yourself.")
            return nil
        }
        do {
            try started(opener, [page.path])
            return page
        } catch {
            page.remove()
            tool.console.note("The browser could not be opened. Open the address yourself.")
            return nil
        }
    }

    /// The name of the desktop's browser, such as `firefox_firefox.desktop`, where that matters and the desktop tells it.
    private static func defaultBrowser() -> String? {
        let output = Pipe()
        guard OpeningPage.snaps != nil, let process = try? started("/usr/bin/env", ["xdg-settings", "get", "default-web-browser"], output) else { return nil }
        let text = (try? output.fileHandleForReading.readToEnd()).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text?.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }

    @discardableResult
    private static func started(_ program: String, _ arguments: [String], _ output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        (process.standardInput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardOutput = output ?? FileHandle.nullDevice
        try process.run()
        return process
    }
}

/// A file that nobody but the user can read, and that leads a browser to an address.
struct OpeningPage: Sendable {
    let path: String

    /// Folders to put it in, the best one first.
    /// - Parameter browser: one that is packed as a snap sees hardly more of the user's files than its own.
    static func folders(browser: String?) -> [String] {
        var folders: [String] = []
        if let snaps, let browser, let name = browser.split(separator: "_").first, browser.contains("_"), !name.contains("/") {
            folders.append("\(snaps)/\(name)/common")
        }
        if let runtime = environmentValue("XDG_RUNTIME_DIR") { folders.append(runtime) }
        if let home = environmentValue("HOME") { folders.append("\(home)/.cache") }
        return folders
    }

    /// Where programs that are packed as snaps keep the user's files.
    static var snaps: String? {
        guard let folder = environmentValue("HOME").map({ $0 + "/snap" }), FileManager.default.fileExists(atPath: folder) else { return nil }
        return folder
    }

    /// `nil` where none of the folders is the user's own and takes a file.
    static func make(leadingTo address: String, in folders: [String]) -> OpeningPage? {
        let text = """
            <!doctype html><html lang="\(ToolLanguage.current.tag)"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=\(address)">\
            <meta name="color-scheme" content="light dark"><title>Photos</title><p><a href="\(address)">\(say("Open the gallery"))</a></p></html>

            """
        for folder in folders {
            var facts = stat()
            guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(), facts.st_mode & 0o022 == 0 else { continue }
            let page = OpeningPage(path: "\(folder)/photos-\(UUID().uuidString).html")
            let descriptor = open(page.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            if writeAll(Array(text.utf8), to: descriptor) == nil { return page }
            page.remove()
        }
        return nil
    }

    func remove() { unlink(path) }
}
