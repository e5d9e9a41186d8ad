import Testing

extension GalleryTests {
    /// What is chosen where that is all of a list: names are known of what is left out alone.
    @Suite struct WholeSelections {
        @Test func `all of a long list are chosen, some are left out, and the list moves under them`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["selection"],
                """
                async ({ Selection }, { expect }) => {
                  let ids = Array.from({ length: 40 }, (_, at) => `p${at}`)
                  // Every other photo has to be fetched.
                  const list = { get count() { return ids.length }, at: (index) => index % 2 ? { id: ids[index] } : null, get: async (index) => ({ id: ids[index] }) }
                  let told = 0
                  const selection = new Selection(list, () => { told += 1 }, { most: 20 })
                  const expectLeft = (size, names, what) => expect(selection.size === size && selection.leftOut.join() === names,
                    () => `${what}: ${selection.size} chosen, left out ${selection.leftOut}`)
                  expect(await selection.all() === 0 && selection.isWhole && told === 1 && selection.has("p7") && !selection.isFull, () => "all")
                  expectLeft(40, "", "all")
                  selection.toggle(5, { id: "p5" })
                  expectLeft(39, "p5", "one by a click")
                  expect(!selection.has("p5") && selection.has("p6"), () => "which one")
                  selection.toggle(5, { id: "p5" })
                  expectLeft(40, "", "that again")
                  await selection.leaveOut(0, 4)
                  expectLeft(36, "p0,p1,p2,p3", "a day")
                  await selection.choose(0, 2)
                  expectLeft(38, "p2,p3", "a part of it again")
                  await selection.sweep([[2, 3]])
                  expectLeft(39, "p3", "by a finger that moves on")
                  ids.splice(3, 1)
                  selection.move((index) => (index === 3 ? null : index > 3 ? index - 1 : index))
                  expectLeft(39, "p3", "where what was left out went")
                  ids.push("p3", "new")
                  selection.move((index) => index)
                  selection.refresh(39, { id: "p3" })
                  expectLeft(40, "p3", "where it came back, beside another one")
                  expect(!selection.has("p3") && selection.has("new"), () => "what came")
                  expect(await selection.leaveOut(0, 30) === 11, () => "more are left out than a request could name")
                  expect(selection.size === 21, () => `${selection.size} where as many are left out as can be`)
                  selection.replace(new Map())
                  expect(selection.leftOut.length === 20 && selection.leftOut.includes("p3"), () => "what is left out where the list was fetched anew")
                  ids = []
                  selection.move(() => null)
                  expect(!selection.isWhole && selection.size === 0, () => "nothing is left")
                }
                """)
            #expect(faults == [])
        }

        @Test func `few have names, and a picker chooses no whole list`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["selection"],
                """
                async ({ Selection }, { expect }) => {
                  const list = { count: 30, at: (index) => ({ id: `p${index}` }) }
                  const few = new Selection(list, () => {}, { most: 30 })
                  expect(await few.all() === 0 && !few.isWhole && [...few].length === 30, () => "as many as there may be")
                  const picked = new Selection(list, () => {}, { most: 20, isKept: true })
                  expect(await picked.all() === 10 && !picked.isWhole && [...picked].length === 20, () => "a picker's")
                }
                """)
            #expect(faults == [])
        }

        @Test func `an act on a whole list is one request, and one to undo it`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../shell/acts", "../api"],
                """
                async ({ Acts, View, WholeList }, { expect }) => {
                  const sent = [], undone = []
                  const api = {
                    act: async (body) => {
                      sent.push(JSON.parse(JSON.stringify(body)))
                      return { title: "Done", changed: 999999, undo: `token ${sent.length}`, created: "album" }
                    },
                    undo: async (token) => { undone.push(token); return { title: "Undone", changed: 999999, undo: null } },
                  }
                  const acts = new Acts(api, { say: () => ({ dismiss: () => {} }), problem: (error) => { throw error } })
                  const all = new WholeList(new View({ in: "album:X", q: "" }), 7, ["left out"], 999999)
                  await acts.hide(all)
                  await acts.undo()
                  expect(undone.join() === "token 1" && !acts.canUndo, () => `undone: ${undone}`)
                  await acts.createAlbum("Sea", { assets: all })
                  const list = { q: "", in: "album:X", order: "album", position: 7, except: ["left out"] }
                  const wanted = [{ act: "hide", value: true, list }, { act: "createAlbum", title: "Sea", parent: null, list }]
                  expect(JSON.stringify(sent) === JSON.stringify(wanted), () => JSON.stringify(sent))
                  const found = new WholeList(new View({ q: "sea" }), 7, [], 1).toJSON()
                  expect(found.q === "sea" && found.in === "library" && typeof found.tz === "string", () => JSON.stringify(found))
                }
                """)
            #expect(faults == [])
        }
    }
}
