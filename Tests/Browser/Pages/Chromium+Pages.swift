import Foundation

extension Chromium {
    /// A new page; close it, or use `withPage`.
    package func newPage(on screen: Screen = .desktop) async throws -> Page {
        struct Context: Decodable { let browserContextId: String }
        struct Target: Decodable { let targetId: String }
        let context = try await tools.send("Target.createBrowserContext", ["disposeOnDetach": true], as: Context.self).browserContextId
        let target = try await tools.send(
            "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context), "newWindow": true], as: Target.self
        ).targetId
        let page = try await self.page(of: target, in: context, on: screen)
        // A window that a page opens is of its process, which has them then, and refuses them twice.
        try await page.send("Emulation.setLocaleOverride", ["locale": "en-GB"])
        try await page.setTimeZone("UTC")
        return page
    }

    /// The window that a page opens while `act` is done. It goes with the page; what went wrong in it is for the test to look at.
    package func window(openedBy page: Page, on screen: Screen = .desktop, _ act: () async throws -> Void) async throws -> Page {
        struct Targets: Decodable {
            struct Info: Decodable { let targetId: String, type: String, openerId: String? }
            let targetInfos: [Info]
        }
        try await act()
        let end = Date.now + 60
        while Date.now < end {
            let infos = try await tools.send("Target.getTargets", as: Targets.self).targetInfos
            let opened = infos.first { $0.type == "page" && $0.openerId == page.target }
            if let opened { return try await self.page(of: opened.targetId, in: page.context, on: screen) }
            try await page.run("await new Promise(resolve => setTimeout(resolve, 20))")
        }
        throw BrowserError("The page opened no window within 60 seconds.")
    }

    private func page(of target: String, in context: String, on screen: Screen) async throws -> Page {
        struct Session: Decodable { let sessionId: String }
        let session = try await tools.send("Target.attachToTarget", ["targetId": .string(target), "flatten": true], as: Session.self).sessionId
        let page = Page(browser: self, session: session, target: target, context: context)
        tools.listen(to: session) { [log = page.log, tools] method, message in
            log.receive(method, message)
            guard method == "Page.javascriptDialogOpening" else { return }
            // An open dialog would stop the page and the test with it.
            Task { _ = try? await tools.send("Page.handleJavaScriptDialog", ["accept": false], session: session) }
        }
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"] { try await page.send("\(domain).enable") }
        try await page.show(on: screen)
        return page
    }

    /// Gives `body` a page and closes it afterwards. What went wrong in the page fails the test even where `body` didn't notice: errors on its
    /// console, uncaught exceptions, dialogs, whatever its security policy refused. Where it fails, a screenshot is kept in the folder that
    /// PHOTOS_SCREENSHOTS names.
    package func withPage<T>(on screen: Screen = .desktop, _ name: String = #function, _ body: (Page) async throws -> T) async throws -> T {
        let page = try await newPage(on: screen)
        do {
            let result = try await body(page)
            try page.log.check()
            await page.close()
            return result
        } catch {
            let kept = await page.keepScreenshot(named: name)
            let problems = page.log.problems.map { "\n  in the page: \($0)" }.joined()
            await page.close()
            throw BrowserError("\(error)\(error is PageLog.Problems ? "" : problems)\(kept.map { "\n  screenshot: \($0)" } ?? "")")
        }
    }
}
