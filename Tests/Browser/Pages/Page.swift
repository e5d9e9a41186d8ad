import Foundation
import Synchronization

/// One page in a context of its own: no cookie, cache or storage is shared with another page.
package final class Page: Sendable {
    package let browser: Chromium
    let session: String
    let target: String
    let context: String
    /// What it asked of the network and what went wrong in it.
    package let log = PageLog()
    let pointer = Mutex((x: 0.0, y: 0.0))

    init(browser: Chromium, session: String, target: String, context: String) {
        (self.browser, self.session, self.target, self.context) = (browser, session, target, context)
    }

    /// Sends a command of the debugging protocol to this page.
    @discardableResult
    package func send<Result: Decodable>(
        _ method: String, _ parameters: JSON = [:], limit: Double = 120, as type: Result.Type = JSON.self
    ) async throws -> Result {
        try await browser.tools.send(method, parameters, session: session, limit: limit, as: type)
    }

    /// Goes to an address and waits until the document and what it names have loaded.
    package func open(_ address: String) async throws {
        struct Navigation: Decodable { let errorText: String? }
        let answer = try await send("Page.navigate", ["url": .string(address)], as: Navigation.self)
        if let error = answer.errorText { throw BrowserError("\(address) can't be opened: \(error)") }
        try await waitFor("document.readyState === 'complete'", "\(address) to load")
    }

    package func reload() async throws {
        // The document that is there is a complete one until the next one has come.
        try await run("window.isLeft = true")
        try await send("Page.reload")
        try await waitFor("!window.isLeft && document.readyState === 'complete'", "the page to load again")
    }

    /// Has a script run in each new document before any script of its own.
    package func prepare(_ script: String) async throws {
        try await send("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)])
    }

    package func show(on screen: Screen) async throws {
        try await send(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(screen.width)), "height": .number(Double(screen.height)), "deviceScaleFactor": .number(screen.scale),
                "mobile": .bool(screen.isPhone),
            ])
        try await send("Emulation.setTouchEmulationEnabled", ["enabled": .bool(screen.isPhone), "maxTouchPoints": .number(screen.isPhone ? 5 : 1)])
        try await send(
            "Emulation.setEmulatedMedia",
            [
                "features": [
                    ["name": "prefers-color-scheme", "value": .string(screen.isDark ? "dark" : "light")],
                    ["name": "prefers-reduced-motion", "value": .string(screen.reducesMotion ? "reduce" : "no-preference")],
                ]
            ])
    }

    /// Shows the page as in this zone, such as `Europe/Vienna`.
    package func setTimeZone(_ identifier: String) async throws {
        try await send("Emulation.setTimezoneOverride", ["timezoneId": .string(identifier)])
    }

    /// The languages that the browser asks for, the most wanted first: `de-AT,de,en`.
    package func setLanguages(_ languages: String) async throws {
        let agent = try await evaluate("navigator.userAgent", as: String.self)
        try await send("Emulation.setUserAgentOverride", ["userAgent": .string(agent), "acceptLanguage": .string(languages)])
    }

    /// Whether nothing can be reached.
    package func setOffline(_ isOffline: Bool) async throws {
        try await send(
            "Network.emulateNetworkConditions",
            [
                "offline": .bool(isOffline), "latency": .number(0), "downloadThroughput": .number(-1), "uploadThroughput": .number(-1),
            ])
    }

    package func close() async {
        browser.tools.listen(to: session, nil)
        _ = try? await browser.tools.send("Target.closeTarget", ["targetId": .string(target)])
        _ = try? await browser.tools.send("Target.disposeBrowserContext", ["browserContextId": .string(context)])
    }
}
