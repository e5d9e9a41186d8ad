import Testing

extension GalleryTests {
    /// The cards of years, months and albums, over covers that come when the test lets them.
    @Suite struct CardsOverInventedCovers {
        private static let mount = """
            const until = async (isSo, what) => {
              const end = performance.now() + 20000
              while (!isSo()) {
                if (performance.now() > end) throw new Error(`It never was so: ${what}`)
                await new Promise((resolve) => setTimeout(resolve, 5))
              }
            }
            const mount = (element) => {
              Object.assign(element.style, { position: "fixed", inset: "0" })
              document.body.replaceChildren(element)
            }
            """

        @Test(arguments: ["forget", "refresh"]) func `a cover that was asked for before is not shown after`(what: String) async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["cards"],
                """
                async ({ Cards }, { expect }) => {
                  \(Self.mount)
                  const asked = []
                  const cards = new Cards("Months", { open: () => {}, covers: () => new Promise((resolve) => asked.push(resolve)) })
                  mount(cards.element)
                  // Of a sound nothing but its colour is shown.
                  const cover = (colour) => [{ id: "A", revision: 1, kind: "audio", isDamaged: false, placeholder: colour.repeat(4) }]
                  const colour = () => document.querySelector(".card-picture").style.backgroundColor
                  const items = [{ key: "month 2023-07 0", title: "July 2023", detail: "2 items" }]
                  cards.show(items, 0)
                  await until(() => asked.length === 1, "a cover is asked for")
                  cards.\(what)()
                  cards.show(items, 0)
                  asked[0](cover("FF0000"))
                  await until(() => asked.length === 2, "it is asked for anew")
                  expect(colour() === "", () => `${colour()} came from before`)
                  asked[1](cover("0000FF"))
                  await until(() => colour() === "rgb(0, 0, 255)", "the new one is shown")
                }
                """)
            #expect(faults == [])
        }

        @Test func `the focus stays with its card while others come and go, and goes to the next one where it goes itself`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["cards"],
                """
                async ({ Cards }, { expect }) => {
                  \(Self.mount)
                  const cards = new Cards("Albums", { open: () => {}, covers: async (items) => items.map(() => null) })
                  mount(cards.element)
                  const show = (names, at = null) => cards.show([...names].map((key) => ({ key, title: key, detail: "" })), at)
                  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
                  const focused = () => document.activeElement.dataset.key
                  const reachable = () => [...document.querySelectorAll(".card > [tabindex='0']")].map((button) => button.dataset.key).join()
                  show("abc", 1)
                  cards.focus()
                  expect(focused() === "b", () => `${focused()} has the focus at first`)
                  show("newabc")
                  expect(focused() === "b" && reachable() === "b", () => `${focused()} has the focus, Tab reaches ${reachable()}`)
                  press("ArrowRight")
                  expect(focused() === "c", () => `${focused()} is right of b`)
                  press("ArrowLeft")
                  show("newac")
                  expect(focused() === "c" && reachable() === "c", () => `${focused()} has the focus without b, Tab reaches ${reachable()}`)
                }
                """)
            #expect(faults == [])
        }

        @Test func `months of other days ask for their covers anew`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["afar"],
                """
                async ({ Afar }, { expect }) => {
                  \(Self.mount)
                  const asked = [], view = {}
                  const afar = new Afar({ go: () => {}, zoom: () => {}, covers: async (at) => (asked.push(at), at.map(() => null)) })
                  mount(afar.element)
                  const show = (buckets, isShown) => afar.show({ buckets, unit: "month", view, index: 0, isShown })
                  show([["2023-07-02", 3], ["2023-06-01", 1]], false)
                  await until(() => asked.length === 1, "the covers are asked for")
                  show([["2023-07-02", 9], ["2023-06-01", 1]], true)
                  await until(() => asked.length === 2, "they are asked for anew")
                  expect(asked.join(" ") === "1,3 4,9", () => `asked for ${asked.join(" ")}`)
                }
                """)
            #expect(faults == [])
        }
    }
}
