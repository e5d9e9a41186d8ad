import Foundation
import Synchronization

/// A headless Chromium, spoken to through a pipe.
package final class Chromium: Sendable {
    private let process: BrowserProcess
    let tools: DevTools

    /// The browser's program on this machine, if there is one. First the one that has no windows, tabs and menus around its pages: a page costs it a sixth of the time.
    package static let executable: String? = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].lazy.compactMap { name in
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }.first

    private static let shell = "chromium-headless-shell"

    /// Why a test without a browser is skipped.
    package static let absence = "neither chromium-headless-shell nor chromium is installed: Scripts/debian-packages check installs it"

    /// What every page of every test runs in: one browser for all of a process, each page in a context of its own.
    package static func shared() async throws -> Chromium { try await SharedBrowser.instance.browser() }

    package static func launch() async throws -> Chromium {
        guard let executable else { throw BrowserError(absence) }
        let browser = Chromium(try BrowserProcess(executable: executable, arguments: arguments))
        do {
            _ = try await browser.tools.send("Browser.getVersion", limit: 180)
        } catch {
            browser.close()
            throw error
        }
        return browser
    }

    private init(_ process: BrowserProcess) {
        self.process = process
        tools = DevTools(process)
    }

    deinit { process.end() }

    /// Ends the browser and all its processes.
    package func close() { process.end() }

    private static var arguments: [String] {
        var list = [
            "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--mute-audio",
            "--disable-extensions", "--disable-component-update", "--disable-background-networking", "--disable-sync", "--disable-breakpad",
            "--disable-default-apps", "--disable-client-side-phishing-detection", "--disable-domain-reliability", "--metrics-recording-only",
            "--password-store=basic", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--lang=en-GB", "--accept-lang=en-GB,en",
            // A page behind another is as awake as the one in front.
            "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
            "--disable-features=Translate,OptimizationHints,MediaRouter,CalculateNativeWinOcclusion,AutofillServerCommunication,PaintHolding",
            // A page of one site gets no cookies within a page of another, but for those that are kept apart for it: as browsers have it that protect whom they serve.
            "--test-third-party-cookie-phaseout",
            // Nothing beyond this machine can be reached, whatever a page asks for.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]", "--no-proxy-server",
        ]
        if executable?.hasSuffix("/" + shell) != true { list.append("--headless=new") }
        // Its sandbox refuses to run as root.
        if getuid() == 0 { list.append("--no-sandbox") }
        return list + ["about:blank"]
    }
}

/// Starts the shared browser once, and anew where the last one died.
private actor SharedBrowser {
    static let instance = SharedBrowser()
    private var starting: Task<Chromium, any Error>?

    func browser() async throws -> Chromium {
        if let starting, let browser = try? await starting.value, (try? await browser.tools.send("Browser.getVersion")) != nil { return browser }
        let task = Task { try await Chromium.launch() }
        starting = task
        return try await task.value
    }
}
