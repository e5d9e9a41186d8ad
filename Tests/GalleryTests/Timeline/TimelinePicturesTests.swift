import Testing

extension GalleryTests {
    /// Which thumbnails are asked for, when, and what becomes of the answers.
    @Suite struct TimelinePictures {
        /// Cells of invented photos, a fetch that answers when it is told to, and what it was asked for.
        private static let mount = """
            const tile = (index, more) => ({ id: `P${index}`, revision: 1, kind: "image", isDamaged: false, ...more })
            const cellOf = (tile) => ({
              tile, address: "", shown: 0,
              get wantsPicture() { return this.address === "" && this.tile !== undefined },
              showPicture(address) { this.address = address; this.shown += 1 },
              clear() { this.tile = undefined; this.address = "" },
            })
            const cellsOf = (count, first = 0) => Array.from({ length: count }, (_, at) => cellOf(tile(first + at)))
            const asked = []
            const pictures = new modules.Pictures((keys, signal) => new Promise((resolve, reject) => {
              signal.addEventListener("abort", () => reject(signal.reason))
              asked.push({ keys, signal, answer: (of = (key) => `data:${key}`) => resolve(keys.map(of)), fail: () => reject(new Error("lost")) })
            }))
            const nextTask = () => new Promise((resolve) => setTimeout(resolve))
            """

        private func faults(_ body: String) async throws -> [String] {
            try await GalleryTests.withTimelineModules(["pictures"], "async (modules, { any, expect }) => {\(Self.mount)\n\(body)}")
        }

        @Test func whatIsSeenComesFirstAndAFewAnswersAtATime() async throws {
            let faults = try await faults(
                """
                const cells = cellsOf(130)
                pictures.ask(cells)
                expect(asked.length === 2, () => `${asked.length} at once`)
                expect(asked[0].keys[0] === "P0.1" && asked[0].keys.length === 48, () => asked[0].keys.join())
                asked[1].answer()
                await nextTask()
                expect(asked.length === 3 && asked[2].keys.length === 34, () => `${asked.length} after one answer`)
                expect(cells[48].address === "data:P48.1" && cells[0].address === "", () => `${cells[48].address} ${cells[0].address}`)
                asked[0].answer()
                asked[2].answer()
                await nextTask()
                expect(cells.every((cell, at) => cell.shown === 1 && cell.address === `data:P${at}.1`), () => cells.map((cell) => cell.address).join())
                expect(asked.length === 3, () => `${asked.length} in all`)
                """)
            #expect(faults == [])
        }

        @Test func whatScrolledAwayIsGivenUpAndWhatStaysIsNotAskedTwice() async throws {
            let faults = try await faults(
                """
                const before = cellsOf(96)
                pictures.ask(before)
                const after = [...before.slice(90), ...cellsOf(40, 96)]
                for (const cell of before.slice(0, 90)) cell.clear()
                pictures.ask(after)
                expect(asked[0].signal.aborted && !asked[1].signal.aborted, () => "the first batch is wanted by nobody, the second is")
                expect(asked[2].keys.join() === after.slice(6).map((cell) => `${cell.tile.id}.1`).join(), () => asked[2].keys.join())
                asked[1].answer()
                asked[2].answer()
                await nextTask()
                expect(after.every((cell) => cell.shown === 1), () => after.map((cell) => cell.shown).join())
                pictures.ask(cellsOf(20, 500))
                pictures.rest()
                expect(asked[3].signal.aborted, () => "nothing is wanted while the list flies by")
                await nextTask()
                expect(asked.length === 4, () => `${asked.length} asked`)
                """)
            #expect(faults == [])
        }

        @Test func aCellThatShowsAnotherPhotoByThenGetsNoForeignPicture() async throws {
            let faults = try await faults(
                """
                const cells = cellsOf(2)
                pictures.ask(cells)
                cells[0].tile = tile(7)
                asked[0].answer()
                await nextTask()
                expect(cells[0].address === "" && cells[1].address === "data:P1.1", () => cells.map((cell) => cell.address).join())
                expect(asked[1].keys.join() === "P7.1", () => asked[1].keys.join())
                """)
            #expect(faults == [])
        }

        @Test func whatIsNotStoredAndWhatFailedIsAskedForByItsOwnAddress() async throws {
            let faults = try await faults(
                """
                const cells = cellsOf(3)
                pictures.ask(cells)
                asked[0].answer((key) => key === "P1.1" ? null : `data:${key}`)
                await nextTask()
                expect(cells[1].address === "/image/P1/1/thumbnail" && cells[2].address === "data:P2.1", () => cells.map((cell) => cell.address).join())
                const others = cellsOf(2, 10)
                pictures.ask(others)
                asked[1].fail()
                await nextTask()
                expect(others.every((cell) => cell.address === `/image/${cell.tile.id}/1/thumbnail`), () => others.map((cell) => cell.address).join())
                expect(asked.length === 2, () => `${asked.length} asked`)
                """)
            #expect(faults == [])
        }

        @Test func whatWasSeenIsThereAtOnceAndTheLeastRecentlySeenIsForgotten() async throws {
            let faults = try await faults(
                """
                const show = async (first, count) => {
                  const before = asked.length
                  const cells = cellsOf(count, first)
                  pictures.ask(cells)
                  for (let at = before; at < asked.length; at++) { asked[at].answer(); await nextTask() }
                  expect(cells.every((cell) => cell.shown === 1), () => `all of ${first} are shown`)
                  return asked.length - before
                }
                await show(0, 96)
                expect(await show(0, 96) === 0, () => "kept")
                for (let first = 96; first < 768; first += 96) { await show(first, 96); expect(await show(0, 10) === 0, () => "used, so kept") }
                await show(768, 96)
                expect(await show(0, 10) === 0, () => "still kept")
                expect(await show(20, 10) > 0, () => "forgotten, as the first of those not used")
                """)
            #expect(faults == [])
        }
    }
}
