import Testing

extension GalleryTests {
    /// Acts of more photos than fit one request, which are undone together.
    @Suite struct UndoInPortions {
        @Test func `where the line is lost midway, the rest is undone by the next Undo`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../shell/acts"],
                """
                async ({ Acts }, { expect }) => {
                  const undone = [], problems = []
                  let isLost = false
                  const api = {
                    act: async ({ assets }) => ({ title: "Hidden", changed: assets.length, undo: `hid ${assets.length}` }),
                    // A token is good for once.
                    undo: async (token) => {
                      if (isLost) throw Object.assign(new Error("lost"), { isLost })
                      if (undone.includes(token)) throw new Error("used")
                      undone.push(token)
                      isLost = undone.length === 1
                      return { title: "Shown again", changed: 1, undo: `showed ${token}` }
                    },
                  }
                  const acts = new Acts(api, { say: () => ({ dismiss: () => {} }), problem: (error) => problems.push(error.message) })
                  await acts.hide(Array.from({ length: 20001 }, (_, at) => String(at)))
                  await acts.undo()
                  isLost = false
                  await acts.undo()
                  expect(undone.join() === "hid 1,hid 20000" && problems.join() === "lost", () => `undone ${undone}, told ${problems}`)
                  expect(!acts.canUndo && acts.canRedo, () => "what is left to undo or redo")
                }
                """)
            #expect(faults == [])
        }
    }
}
