import Foundation

extension Page {
    /// Waits until an expression is true (or anything that counts as true). It is looked at when the document changes, in every frame, and now
    /// and then; errors count as not yet.
    /// - Parameters:
    ///   - what: for the message: "the viewer to open".
    ///   - limit: seconds. Generous: it is reached only where something is broken.
    package func waitFor(_ condition: String, _ what: String, limit: Double = 60) async throws {
        struct Outcome: Decodable { let isTrue: Bool, last: String? }
        let end = Date.now + limit
        var last = "never looked"
        repeat {
            // In slices, so that a document that is replaced while we wait costs one slice and not the test.
            let slice = Int(min(5, max(0.5, end.timeIntervalSinceNow)) * 1_000)
            do {
                let outcome: Outcome = try await evaluate("(\(Self.waiter))(async () => (\(condition)), \(slice))")
                if outcome.isTrue { return }
                last = outcome.last ?? "false"
            } catch {
                last = "\(error)"
                guard last.contains("context") || last.contains("navigated") else { throw error }
            }
        } while Date.now < end
        throw BrowserError("Waited \(Int(limit)) seconds in vain for \(what): \(condition) (last: \(last))")
    }

    private static let waiter = """
        (look, limit) => new Promise(resolve => {
          const start = performance.now()
          let isOver = false, isLooking = false, last = null
          const finish = isTrue => {
            isOver = true
            observer.disconnect()
            clearInterval(timer)
            resolve({ isTrue, last })
          }
          const again = async () => {
            if (isOver || isLooking) return
            isLooking = true
            try {
              const value = await look()
              last = String(value)
              if (value && !isOver) return finish(true)
            } catch (error) { last = String(error) } finally { isLooking = false }
            if (!isOver && performance.now() - start > limit) finish(false)
          }
          const frame = () => { again(); if (!isOver) requestAnimationFrame(frame) }
          const observer = new MutationObserver(again)
          const timer = setInterval(again, 50)
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
          frame()
        })
        """

    /// Waits until an expression, which is false before it, was true at some moment since `act` began: what comes of it may be over before anybody could look.
    /// The document has to stay.
    package func waitFor(_ condition: String, _ what: String, limit: Double = 60, after act: () async throws -> Void) async throws {
        try await run("(\(Self.witness))(() => (\(condition)))")
        try await act()
        try await waitFor("window.witness.hasSeen", what, limit: limit)
    }

    private static let witness = """
        look => {
          const witness = { hasSeen: false }
          window.witness = witness
          const again = () => {
            try { witness.hasSeen ||= Boolean(look()) } catch { /* Not yet. */ }
            if (witness.hasSeen) observer.disconnect()
          }
          const observer = new MutationObserver(again)
          observer.observe(document, { subtree: true, childList: true, attributes: true })
          // What a film has got to is said by its events, and changes no document.
          for (const name of ['loadeddata', 'playing', 'timeupdate']) document.addEventListener(name, again, true)
        }
        """

    /// Waits until what was drawn last is on the screen.
    package func waitForFrames(_ count: Int = 2) async throws {
        try await run("for (let i = 0; i < \(count); i++) await new Promise(requestAnimationFrame)")
    }

    /// Waits until every picture in view (or in the elements named) has been loaded and decoded, or has failed.
    package func waitForPictures(_ selector: String = "img", limit: Double = 60) async throws {
        try await waitFor(
            """
            [...document.querySelectorAll(\(JSON.literal(selector)))].every(image => {
              const box = image.getBoundingClientRect()
              return box.bottom < 0 || box.top > innerHeight || box.width === 0 || image.complete
            })
            """, "pictures (\(selector)) to load", limit: limit)
        try await waitForFrames()
    }
}
