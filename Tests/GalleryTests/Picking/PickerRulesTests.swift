import Browser
import Picking
import TestSupport
import Testing

extension GalleryTests {
    /// The page has the rules of choosing in its own language: histories that `PickerSelection` went through, gone through again by the page's modules.
    @Suite struct PickerRulesOfThePage {
        /// What one does, and how the selection stands after each step.
        private struct History: Encodable {
            var limit: Int, minimum: Int
            var preselected: [Int]
            var steps: [Step] = []
        }

        private struct Step: Encodable {
            var act: String
            var ids: [Int] = []
            /// Behind which one; in front of all where there is none.
            var other: Int?
            var limit = 0, minimum = 0
            // What comes of it.
            var refused = 0
            var chosen: [Int] = []
            var lacking = 0, excess = 0

            init(_ act: String, _ ids: [Int] = []) { (self.act, self.ids) = (act, ids) }
        }

        /// So many photos are in the library.
        private static let count = 9

        private static func rules(_ random: inout SeededRandom) throws -> PickerRules {
            let limit = random.number(below: 5)
            return try PickerRules(limit: limit, minimum: random.number(below: limit == 0 ? 3 : min(3, limit + 1)))
        }

        private static func history(_ random: inout SeededRandom) throws -> History {
            func photos(_ most: Int) -> [Int] { (0..<random.number(below: most)).map { _ in random.number(below: count) } }
            let rules = try Self.rules(&random)
            var selection = PickerSelection<Int>(rules, preselected: random.chance(50) ? [] : photos(6)), absent: Set<Int> = []
            var history = History(limit: rules.limit, minimum: rules.minimum, preselected: selection.preselected)
            for _ in 0..<40 {
                let shown = (0..<count).filter { !absent.contains($0) }
                var step: Step
                switch random.number(below: 8) {
                case 0, 1:
                    step = Step("toggle", [random.pick(shown)])
                    step.refused = selection.toggle(step.ids[0]).refused.count
                case 2:
                    let first = random.number(below: shown.count), last = first + 1 + random.number(below: shown.count - first)
                    step = Step("choose", [first, last])
                    step.refused = selection.select(shown[first..<last]).refused.count
                case 3:
                    step = Step("deselect", photos(3))
                    selection.deselect(step.ids)
                case 4:
                    step = Step("move", [random.number(below: count)])
                    step.other = random.chance(30) ? nil : random.number(below: count)
                    selection.move(step.ids[0], after: step.other)
                case 5:
                    // Now and then it is no order of what is chosen.
                    step = Step("reorder", selection.ids.shuffled(using: &random) + (random.chance(20) ? [random.number(below: count)] : []))
                    selection.reorder(step.ids)
                case 6:
                    step = Step("follow", photos(5))
                    absent = Set(step.ids)
                    selection.follow { !absent.contains($0) }
                default:
                    let rules = try Self.rules(&random)
                    step = Step("rules")
                    (step.limit, step.minimum) = (rules.limit, rules.minimum)
                    selection.update(rules)
                }
                step.chosen = selection.ids
                switch selection.readiness {
                case .ready: break
                case .tooFew(let count): step.lacking = count
                case .tooMany(let count): step.excess = count
                }
                history.steps.append(step)
            }
            return history
        }

        @Test func `what the page chooses is what PickerSelection chooses, step by step`() async throws {
            var random = SeededRandom(seed: 19), histories: [History] = []
            for _ in 0..<100 { histories.append(try Self.history(&random)) }
            #expect(histories.contains { $0.steps.contains { $0.refused > 1 } } && histories.contains { $0.steps.contains { $0.excess > 0 } })
            let faults = try await GalleryTests.withTimelineModules(
                ["selection", "../picker/rules"],
                """
                async ({ Selection, mostOf, lackOf, follow }, { expect }) => {
                  for (const { limit, minimum, preselected, steps } of \(JSON.literal(histories))) {
                    const rules = { limit, minimum, wasPreselected: preselected.length > 0 }
                    const tiles = Array.from({ length: \(Self.count) }, (_, id) => ({ id }))
                    let shown = tiles
                    const list = { get count() { return shown.length }, at: (index) => shown[index] ?? null, get: async (index) => shown[index] ?? null }
                    const selection = new Selection(list, () => {}, { most: mostOf(limit), isKept: true })
                    const find = () => selection.replace(new Map(shown.map(({ id }, index) => [id, { index }])))
                    selection.select(preselected.map((id) => [null, tiles[id]]))
                    find()
                    for (const [at, step] of steps.entries()) {
                      const { act, ids, other = null } = step, [one, end] = ids
                      let refused = 0
                      if (act === "toggle") refused = selection.toggle(shown.indexOf(tiles[one]), tiles[one]) ? 0 : 1
                      else if (act === "choose") refused = await selection.choose(one, end)
                      else if (act === "deselect") selection.deselect(ids)
                      else if (act === "move") selection.moveBehind(one, other)
                      else if (act === "reorder") selection.reorder(ids)
                      else if (act === "follow") {
                        const absent = new Set(ids)
                        shown = tiles.filter(({ id }) => !absent.has(id))
                        find()
                        follow(selection, { limit: rules.limit, preselected: new Set(preselected) }, [...selection, ...selection.lost], absent)
                      } else {
                        Object.assign(rules, { limit: step.limit, minimum: step.minimum })
                        selection.most = mostOf(step.limit)
                      }
                      const { lacking, excess } = lackOf(rules, selection.size)
                      const now = JSON.stringify([[...selection], selection.tiles.map(({ id }) => id), refused, lacking, excess])
                      const wanted = JSON.stringify([step.chosen, step.chosen, step.refused, step.lacking, step.excess])
                      expect(now === wanted, () => `${now}, not ${wanted}, after ${JSON.stringify({ limit, minimum, preselected, steps: steps.slice(0, at + 1) })}`)
                      if (now !== wanted) break
                    }
                  }
                }
                """)
            #expect(faults == [])
        }
    }
}
