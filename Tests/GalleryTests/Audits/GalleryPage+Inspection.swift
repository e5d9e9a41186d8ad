import Browser
import Testing

extension GalleryPage {
    /// Keeps a screenshot of the page as it stands, and says what of it overlaps, has no name, or can't be read.
    func inspect(_ name: String) async throws {
        try await page.waitForStillness("body")
        try await page.inspect(name)
    }
}

extension Page {
    /// The same of any page.
    func inspect(_ name: String) async throws {
        await keepScreenshot(named: name)
        for fault in try await layoutFaults() { Issue.record("\(name): \(fault)") }
        for fault in try await namelessParts() { Issue.record("\(name): \(fault)") }
        for fault in try await faintParts() { Issue.record("\(name): \(fault)") }
        guard let axe = Axe.named else { return }
        for fault in try await axeFaults(by: axe, isForcing: true) { Issue.record("\(name): \(fault)") }
    }
}
