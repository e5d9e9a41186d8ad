import Browser
import Testing

extension GalleryTests {
    /// The timeline itself over invented lists, which may be as long as they like and change as they like.
    @Suite struct TimelineOverInventedLists {
        /// A list of photos that can't be shown, so that nothing but the list is asked for; and the timeline over it in the page.
        static let invented = """
            const idOf = (number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`
            const dayOf = (at) => new Date(Date.UTC(2026, 0, 1) - at * 86400000).toISOString().slice(0, 10)
            class Invented {
              position = 1
              // One [id, day] for each photo; or, for lists that never change, days alone.
              constructor(days, { listed = false } = {}) {
                this.days = days
                this.photos = listed ? days.flatMap(([day, count]) => Array.from({ length: count }, () => [this.makeId(), day])) : null
                this.api = {
                  timeline: async () => ({ position: this.position, count: this.count, by: "day", buckets: this.buckets, order: "newest" }),
                  assets: async (view, offset, limit) => ({ position: this.position, count: this.count, offset, assets: this.tiles(offset, limit) }),
                  place: async (view, id) => {
                    const index = this.photos.findIndex((photo) => photo[0] === id)
                    return { position: this.position, index: index < 0 ? null : index, nearest: Math.max(0, index) }
                  },
                  shapes: async (view, offset, limit) => ({
                    position: this.position, offset, shapes: Uint8Array.from(this.ids(offset, limit), (id) => shapeOf(this.sizeOf(id))),
                  }),
                }
              }
              // What was turned has the other side up.
              turned = new Set()
              sizeOf(id) {
                const [width, height] = [[4, 3], [3, 4], [4, 3], [16, 9], [3, 2], [1, 1], [9, 20]][Number(id.slice(0, 8)) % 7]
                return this.turned.has(id) ? { width: height, height: width } : { width, height }
              }
              #made = 0
              makeId() { return idOf(this.#made++) }
              get buckets() {
                if (!this.photos) return this.days
                const buckets = []
                for (const [, day] of this.photos) buckets.at(-1)?.[0] === day ? buckets.at(-1)[1]++ : buckets.push([day, 1])
                return buckets
              }
              get count() { return this.photos?.length ?? this.days.reduce((sum, [, count]) => sum + count, 0) }
              ids(offset, limit) {
                return this.photos?.slice(offset, offset + limit).map(([id]) => id)
                  ?? Array.from({ length: Math.max(0, Math.min(limit, this.count - offset)) }, (_, at) => idOf(offset + at))
              }
              tiles(offset, limit) {
                return this.ids(offset, limit).map((id) => ({
                  id, revision: 1, date: 0, ...this.sizeOf(id), kind: "image", subtypes: [], duration: 0, isFavorite: false, isHidden: false,
                  isDamaged: true, burst: false, raw: false, filename: id, title: null, placeholder: null,
                }))
              }
            }
            const mount = async ({ isJustified = false } = {}) => {
              localStorage.setItem("timeline.shape", isJustified ? "own" : "square")
              for (const name of ["base", "timeline"]) {
                const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/css/${name}.css` })
                await new Promise((resolve) => { link.onload = resolve; document.head.append(link) })
              }
              const element = document.createElement("main")
              element.id = "timeline"
              Object.assign(element.style, { position: "fixed", inset: "0" })
              document.body.replaceChildren(element)
              return element
            }
            const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
            const cellsOf = (element) => [...element.querySelectorAll(".photo")]
            const seen = (element) => cellsOf(element).filter((cell) => {
              const { top, bottom } = cell.getBoundingClientRect()
              return bottom > 1 && top < innerHeight - 1
            })
            const until = async (isSo, what) => {
              const end = performance.now() + 20000
              while (!isSo()) {
                if (performance.now() > end) {
                  const scroll = document.querySelector(".scroll"), cells = [...scroll.querySelectorAll(".photo")]
                  const there = cells.map((cell) => cell.dataset.index + (cell.dataset.id ? "" : "?"))
                  throw new Error(`It never was so: ${what}; at ${scroll.scrollTop} + ${scroll.clientHeight} of ${scroll.scrollHeight} there are ${there}`)
                }
                await frame()
              }
            }
            """

        @Test(arguments: ["a million on 6,500 days", "888,000 on one day"], [false, true])
        func everyEndOfAVastListIsReachedAndThePageStaysSmall(what: String, isJustified: Bool) async throws {
            let days =
                what.hasPrefix("a million")
                ? "Array.from({ length: 6500 }, (_, at) => [dayOf(at), at < 5500 ? 154 : 153])"
                : #"[["2019-06-12", 888000]]"#
            let faults = try await GalleryTests.withTimelineModules(
                ["timeline", "shapes"],
                """
                async ({ Timeline, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented(\(days))
                  const element = await mount({ isJustified: \(isJustified) })
                  const timeline = new Timeline(element, { api: list.api })
                  await timeline.show({})
                  const scroll = element.querySelector(".scroll"), slider = element.querySelector("[role=slider]"), last = list.count - 1
                  const stands = async (index, how) => {
                    const isIt = (cell) => Number(cell.dataset.index) === index && cell.dataset.id
                    await until(() => seen(element).some(isIt), `${how} at ${index}`)
                    const indices = seen(element).map((cell) => Number(cell.dataset.index))
                    indices.forEach((at, number) => expect(number === 0 || at === indices[number - 1] + 1, () => `a gap ${how}: ${indices}`))
                    expect(document.querySelectorAll("*").length < 2000, () => `${document.querySelectorAll("*").length} elements ${how}`)
                    const highest = Math.max(...[...element.querySelectorAll("*")].map((part) => part.clientHeight))
                    expect(highest <= 4e6, () => `an element is ${highest} high`)
                  }
                  await stands(0, "from the start")
                  scroll.scrollTop = scroll.scrollHeight
                  await stands(last, "by the scrollbar")
                  scroll.scrollTop = (scroll.scrollHeight - scroll.clientHeight) / 2
                  const isNearMiddle = (cell) => Math.abs(Number(cell.dataset.index) - last / 2) < last / 50
                  await until(() => seen(element).some(isNearMiddle), "the middle by the scrollbar")
                  scroll.scrollTop = 0
                  await stands(0, "back by the scrollbar")
                  const press = (on, key) => on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
                  timeline.focusIndex(0)
                  press(document.activeElement, "End")
                  await stands(last, "by End")
                  expect(Number(document.activeElement.dataset.index) === last, () => "the focus isn't at the last photo")
                  press(document.activeElement, "Home")
                  await stands(0, "by Home")
                  press(slider, "End")
                  await stands(last, "by the scrubber's End")
                  press(slider, "Home")
                  await stands(0, "by the scrubber's Home")
                  for (const index of [1, 199, 200, 4321, last >> 1, last - 200, last]) {
                    timeline.scrollToIndex(index)
                    await stands(index, "by index")
                  }
                  // Step by step over the seam of what is mapped, both ways.
                  for (const step of [700, -700]) for (let turn = 0; turn < 40; turn++) {
                    const before = Number(seen(element)[0].dataset.index), columns = \(isJustified) ? 30 : Number(scroll.getAttribute("aria-colcount"))
                    scroll.scrollTop += step
                    await frame()
                    await frame()
                    const moved = Number(seen(element)[0].dataset.index) - before
                    expect(Math.abs(moved) <= 12 * columns, () => `a step of ${step} moved ${moved} photos`)
                  }
                }
                """)
            #expect(faults == [])
        }

        /// What a commit, an answer of another age or an ended `refresh` asks for while another list is on its way.
        @Test(arguments: ["during", "before, and once more"])
        func `a list that is looked at anew does not overtake the one that was asked for`(when: String) async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["timeline", "shapes"],
                """
                async ({ Timeline, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented([["2026-01-01", 3]], { listed: true })
                  const waiting = []
                  const held = (answer) => (view, ...rest) => new Promise((resolve, reject) => {
                    const { signal } = rest.at(-1)
                    signal.addEventListener("abort", () => reject(signal.reason))
                    waiting.push(() => resolve(answer(view, ...rest)))
                  })
                  const give = async () => {
                    for (const answer of waiting.splice(0)) answer()
                    await frame()
                  }
                  const api = { timeline: held(list.api.timeline), assets: held(list.api.assets), place: held(list.api.place) }
                  const timeline = new Timeline(await mount(), { api })
                  const first = timeline.show({ in: "library" })
                  await give()
                  await first
                  if (\(when == "during" ? "false" : "true")) {
                    timeline.refresh()
                    timeline.refresh()
                  }
                  const end = timeline.show({ in: "album" }).then(() => "shown", (error) => error.name)
                  timeline.refresh()
                  await frame()
                  await give()
                  await give()
                  expect(await end === "shown", () => "the album was overtaken")
                  expect(timeline.view.in === "album", () => `${timeline.view.in} is shown`)
                }
                """)
            #expect(faults == [])
        }

        @Test func `shapes that did not come are not asked for again at once`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["list", "shapes"],
                """
                async ({ List, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented([["2026-01-01", 300]], { listed: true })
                  let asked = 0, problems = 0
                  const shown = new List({ ...list.api, shapes: async () => { asked++; throw new Error("lost") } })
                  shown.addEventListener("problem", () => problems++)
                  await shown.open({})
                  for (let frame = 0; frame < 9; frame++) await shown.loadShapes()
                  expect(asked === 1 && problems === 1, () => `asked ${asked} times, told ${problems} times`)
                  // Another list asks at once.
                  await shown.open({})
                  await shown.loadShapes()
                  expect(asked === 2, () => `asked ${asked} times`)
                }
                """)
            #expect(faults == [])
        }

        @Test func `photos that come to a list's start while its shapes are on their way get theirs`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["list", "shapes"],
                """
                async ({ List, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented([["2026-01-01", 3]], { listed: true })
                  let give = null
                  const shapes = async (...asked) => {
                    const answer = await list.api.shapes(...asked)
                    if (give === null) await new Promise((resolve) => { give = resolve })
                    return answer
                  }
                  const shown = new List({ ...list.api, shapes })
                  // Opened at a photo, it has no tiles yet, which would bring their shapes along.
                  await shown.open({}, { places: () => [list.photos[1][0]] })
                  const loaded = shown.loadShapes()
                  await until(() => give !== null, "shapes are asked for")
                  list.photos.unshift([list.makeId(), "2026-01-01"])
                  list.position++
                  shown.apply({ position: 2, count: 4, incremental: true, removed: [], inserted: [[0, 1]], changed: [] })
                  await until(() => shown.count === 4, "the photo came")
                  give()
                  await loaded
                  expect(shown.shapes.missing(9) === null, () => `${shown.shapes.bytes} lacks one`)
                }
                """)
            #expect(faults == [])
        }

        @Test func `a jump by the scrollbar is not put back by shapes that come in the same moment`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["timeline", "shapes"],
                """
                async ({ Timeline, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented(Array.from({ length: 500 }, (_, at) => [dayOf(at), 40]))
                  const element = await mount({ isJustified: true })
                  let give = null, mayCome = true
                  const shapes = async (...asked) => {
                    const answer = await list.api.shapes(...asked)
                    if (!mayCome) await new Promise((resolve) => { give = resolve })
                    return answer
                  }
                  const timeline = new Timeline(element, { api: { ...list.api, shapes } })
                  await timeline.show({})
                  const scroll = element.querySelector(".scroll")
                  await until(() => seen(element).some((cell) => cell.dataset.id), "the first photos")
                  mayCome = false
                  scroll.scrollTop = scroll.scrollHeight / 2
                  await until(() => give !== null && Number(seen(element)[0]?.dataset.index) > 1000, "the middle, whose shapes are asked for")
                  // No frame lies between the jump and the answer.
                  scroll.scrollTop = 0
                  mayCome = true
                  give()
                  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
                  await until(() => Number(seen(element)[0]?.dataset.index) === 0, "the first photo again")
                }
                """)
            #expect(faults == [])
        }

        @Test func `whoever is at a list's end stays there when shapes come`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["timeline", "shapes"],
                """
                async ({ Timeline, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented([["2026-01-01", 900]])
                  let give = null
                  const shapes = async (...asked) => {
                    const answer = await list.api.shapes(...asked)
                    await new Promise((resolve) => { give = resolve })
                    return answer
                  }
                  const element = await mount({ isJustified: true })
                  const timeline = new Timeline(element, { api: { ...list.api, shapes } })
                  await timeline.show({})
                  const press = (key) => element.querySelector("[role=slider]").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
                  press("End")
                  const isEnd = () => seen(element).some((cell) => Number(cell.dataset.index) === 899 && cell.dataset.id)
                  await until(() => give !== null && isEnd(), "the end, before shapes are known")
                  const height = element.querySelector(".scroll").scrollHeight
                  give()
                  await until(() => element.querySelector(".scroll").scrollHeight !== height, "rows are broken anew")
                  expect(isEnd(), () => `the last in sight is ${seen(element).at(-1).dataset.index}`)
                }
                """)
            #expect(faults == [])
        }

        @Test func `a list on its way does not come where no list is shown any more`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["timeline", "shapes"],
                """
                async ({ Timeline, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented([["2026-01-01", 3]], { listed: true })
                  let give = null
                  const held = async (...asked) => {
                    const answer = await list.api.timeline(...asked)
                    await new Promise((resolve) => { give = resolve })
                    return answer
                  }
                  const element = await mount()
                  const timeline = new Timeline(element, { api: { ...list.api, timeline: held } })
                  const end = timeline.show({}).then(() => "shown", (error) => error.name)
                  await until(() => give !== null, "the list is asked for")
                  timeline.clear()
                  give()
                  const how = await end
                  await frame()
                  expect(how === "AbortError", () => `it ended with ${how}`)
                  expect(timeline.count === 0 && cellsOf(element).length === 0, () => `${timeline.count} photos are there`)
                }
                """)
            #expect(faults == [])
        }

        @Test func `a list that has lost its last month shows photos again`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["timeline", "shapes"],
                """
                async ({ Timeline, shapeOf }, { expect }) => {
                  \(Self.invented)
                  const list = new Invented([["2026-01-01", 3]], { listed: true })
                  const element = await mount()
                  const timeline = new Timeline(element, { api: { ...list.api, covers: async (view, at) => ({ covers: at.map(() => ({ tile: null })) }) } })
                  await timeline.show({})
                  for (let step = 0; step < 4; step++) timeline.zoomBy(-1)
                  await until(() => element.querySelector(".card-title")?.textContent === "2026", "the year")
                  list.photos = []
                  list.position++
                  timeline.applyChange({ position: 2, count: 0, incremental: true, removed: [[0, 3]], inserted: [], changed: [] })
                  await until(() => timeline.count === 0, "nothing is left")
                  expect(element.querySelector(".cards") === null, () => "years of nothing are shown")
                  list.photos.push([list.makeId(), "2026-02-01"])
                  list.position++
                  timeline.applyChange({ position: 3, count: 1, incremental: true, removed: [], inserted: [[0, 1]], changed: [] })
                  await until(() => seen(element).length === 1, "a photo that came")
                }
                """)
            #expect(faults == [])
        }

        @Test(arguments: [false, true])
        func whateverIsRemovedAndInsertedTheFirstPhotoInSightKeepsItsPlaceAndNothingDeletedIsShown(isJustified: Bool) async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["timeline", "shapes"],
                """
                async ({ Timeline, shapeOf, ratios }, { any, random, expect }) => {
                  \(Self.invented)
                  const list = new Invented(Array.from({ length: 60 }, (_, at) => [dayOf(at), 1 + any(90)]), { listed: true })
                  const element = await mount({ isJustified: \(isJustified) })
                  const timeline = new Timeline(element, { api: list.api })
                  await timeline.show({})
                  const scroll = element.querySelector(".scroll")
                  scroll.scrollTop = 9137
                  await frame()
                  const isShaped = (cell) => {
                    const { offsetWidth, offsetHeight } = cell, { width, height } = list.sizeOf(cell.dataset.id)
                    return Math.abs(offsetWidth - offsetHeight * Math.max(0.4, width / height)) < 3
                  }
                  const isRight = (cell) => cell.dataset.id && (!\(isJustified) || isShaped(cell))
                  await until(() => seen(element).every(isRight) && (\(isJustified) || scroll.scrollTop === 9137), "the first screen")
                  const chosen = seen(element)[7].dataset.id
                  const place = Number(seen(element)[7].dataset.index)
                  timeline.selection.toggle(place, timeline.tileIfLoaded(place))
                  const ranges = (indices) => indices.map((index) => [index, 1])
                  let held = null
                  // Rows of their own shapes break anew: which of the first photos stays where it is, whatever comes, is the page's own to say.
                  const beside = \(isJustified) ? seen(element).slice(0, 20).map((cell) => [cell.dataset.id, cell.getBoundingClientRect().top]) : []
                  for (let round = 0; round < 60; round++) {
                    // A commit that comes while the one before is being followed finds the same photo held.
                    const { id, index, top } = held ?? { ...seen(element)[0].dataset, top: seen(element)[0].getBoundingClientRect().top }
                    const staying = new Set([id, chosen, ...beside.map(([id]) => id)])
                    const removed = [], inserted = [], dead = new Set()
                    const near = Number(index) + any(200) - 100
                    for (let at = 0; at < list.photos.length; at++) {
                      const isGone = random() < (Math.abs(at - near) < 30 ? 0.2 : 0.002) && !staying.has(list.photos[at][0])
                      if (isGone) { removed.push(at); dead.add(list.photos[at][0]) }
                    }
                    const after = []
                    for (const [at, photo] of list.photos.entries()) {
                      while (random() < (Math.abs(at - near) < 30 ? 0.2 : 0.002)) {
                        inserted.push(after.length)
                        after.push([list.makeId(), photo[1]])
                      }
                      if (!dead.has(photo[0])) after.push(photo)
                    }
                    list.photos = after
                    list.position++
                    // Some photos are turned by the same commit.
                    const changed = []
                    if (\(isJustified)) for (let at = 0; at < after.length; at++) if (random() < 0.01) {
                      changed.push(at)
                      list.turned.has(after[at][0]) ? list.turned.delete(after[at][0]) : list.turned.add(after[at][0])
                    }
                    const { position, count } = list
                    timeline.applyChange({ position, count, incremental: true, removed: ranges(removed), inserted: ranges(inserted), changed: ranges(changed) })
                    const shown = () => cellsOf(element).map((cell) => cell.dataset.id).filter(Boolean)
                    expect(!shown().some((id) => dead.has(id)), () => `round ${round}: a deleted photo is still shown`)
                    held = { id, index, top }
                    if (any(3) > 0) {
                      await until(() => timeline.count === list.count && seen(element).every(isRight), `round ${round} followed`)
                      held = null
                    }
                    const anchor = cellsOf(element).find((cell) => cell.dataset.id === id)
                    const now = anchor?.getBoundingClientRect().top
                    const tops = new Map(cellsOf(element).map((cell) => [cell.dataset.id, cell.getBoundingClientRect().top]))
                    const isHeld = \(isJustified) ? beside.some(([id, top]) => tops.get(id) === top) : now === top
                    expect(isHeld, () => `round ${round}: the place moved from ${top} to ${now}`)
                    for (const cell of cellsOf(element)) if (timeline.count === list.count && cell.dataset.id) {
                      expect(list.photos[cell.dataset.index][0] === cell.dataset.id, () => `round ${round}: another photo at ${cell.dataset.index}`)
                      const isChosen = cell.getAttribute("aria-selected") === "true"
                      expect(isChosen === (cell.dataset.id === chosen), () => `round ${round}: the selection moved`)
                    }
                  }
                  expect([...timeline.selection].join() === chosen, () => `chosen is ${[...timeline.selection]}`)
                }
                """)
            #expect(faults == [])
        }
    }
}
