import Browser
import Testing

/// Whoever goes elsewhere in a list while it changes.
extension GalleryTests.TimelineOverInventedLists {
    /// The list comes anew after the stream was lost, or where a count is wrong.
    @Test(arguments: [false, true], [false, true])
    func `whoever jumps by the scrubber while the list comes anew stays where he went`(isJustified: Bool, isAtTop: Bool) async throws {
        let faults = try await GalleryTests.withTimelineModules(
            ["timeline", "shapes"],
            """
            async ({ Timeline, shapeOf }, { expect }) => {
              \(Self.invented)
              const list = new Invented(Array.from({ length: 300 }, (_, at) => [dayOf(at), 10]), { listed: true })
              const element = await mount({ isJustified: \(isJustified) })
              let give = null, isHeld = false
              const held = async (...asked) => {
                if (isHeld) await new Promise((resolve) => { give = resolve })
                return list.api.timeline(...asked)
              }
              const timeline = new Timeline(element, { api: { ...list.api, timeline: held } }), slider = element.querySelector("[role=slider]")
              const press = (key) => slider.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
              const isSeen = (from, to) => {
                const cells = seen(element)
                return cells.length > 0 && cells.every((cell) => cell.dataset.id) && Number(cells[0].dataset.index) >= from && Number(cells[0].dataset.index) < to
              }
              await timeline.show({})
              await until(() => isSeen(0, 1), "the first photos")
              if (\(!isAtTop)) {
                timeline.scrollToIndex(400)
                await until(() => isSeen(300, 401), "what is further down")
              }
              isHeld = true
              const refreshed = timeline.refresh()
              await until(() => give !== null, "the list is asked for")
              for (let month = 0; month < 5; month++) press("ArrowDown")
              await until(() => isSeen(1000, 2000), "where the scrubber leads")
              for (let turn = 0; turn < 5; turn++) await frame()
              const cells = seen(element), there = cells[cells.length >> 1], { id } = there.dataset, { top } = there.getBoundingClientRect()
              timeline.toggle(Number(cells[2].dataset.index))
              timeline.focusIndex(Number(cells[1].dataset.index))
              const [focused, chosen] = [cells[1].dataset.id, cells[2].dataset.id]
              // Above it photos came, and one went.
              list.photos.unshift(...Array.from({ length: 23 }, () => [list.makeId(), dayOf(0)]))
              list.photos.splice(300, 1)
              list.position++
              give()
              isHeld = false
              await refreshed
              expect(timeline.count === 3022, () => `${timeline.count} photos are there`)
              const find = () => seen(element).find((cell) => cell.dataset.id === id)
              await until(() => seen(element).every((cell) => cell.dataset.id), "the photos of the new list")
              for (let turn = 0; turn < 5; turn++) await frame()
              const now = find()?.getBoundingClientRect().top
              const near = \(isJustified) ? innerHeight / 2 : 1
              expect(Math.abs(now - top) <= near, () => `it stood at ${top} and stands at ${now}; in sight are ${seen(element).map((cell) => cell.dataset.index)}`)
              expect(timeline.tileIfLoaded(timeline.focused)?.id === focused, () => `the focus is at ${timeline.focused}, and ${focused} at ${list.photos.findIndex(([id]) => id === focused)}`)
              expect([...timeline.selection].join() === chosen, () => `chosen are ${[...timeline.selection]}`)
            }
            """)
        #expect(faults == [])
    }

    @Test func `a jump by the scrollbar is not put back by a commit that comes in the same moment`() async throws {
        let faults = try await GalleryTests.withTimelineModules(
            ["timeline", "shapes"],
            """
            async ({ Timeline, shapeOf }, { expect }) => {
              \(Self.invented)
              const list = new Invented(Array.from({ length: 500 }, (_, at) => [dayOf(at), 40]))
              const element = await mount()
              const timeline = new Timeline(element, { api: list.api }), pane = element.querySelector(".scroll")
              await timeline.show({})
              timeline.scrollToIndex(9000)
              const first = () => Number(seen(element)[0]?.dataset.index)
              await until(() => first() > 8000 && first() < 9001, "the middle")
              for (let turn = 0; turn < 20; turn++) await frame()
              // No frame lies between the jump and the commit.
              pane.scrollTop = pane.scrollHeight / 8
              list.days.shift()
              list.position++
              timeline.applyChange({ position: 2, count: list.count, incremental: true, removed: [[0, 40]], inserted: [], changed: [] })
              for (let turn = 0; turn < 20; turn++) await frame()
              expect(timeline.count === 19960, () => `${timeline.count} photos are there`)
              expect(first() > 1500 && first() < 3500, () => `${first()} is the first in sight`)
            }
            """)
        #expect(faults == [])
    }
}
