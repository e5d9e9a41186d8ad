import Browser
import Testing

extension GalleryTests {
    /// Where things stand in the timeline and how commits move them, by the very modules that the page uses.
    @Suite struct TimelineArithmetic {
        @Test func everyPhotoOfRandomListsStandsWhereCountingPutsIt() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["layout"],
                """
                ({ Layout }, { any, random, expect }) => {
                  for (let round = 0; round < 300; round++) {
                    const dayOf = (at) => random() < 0.1 ? null : `2019-01-${10 + at}`
                    const buckets = Array.from({ length: 1 + any(12) }, (_, at) => [dayOf(at), 1 + any(40)])
                    const columns = 1 + any(9), least = 1 + any(Math.min(3, columns))
                    const layout = new Layout({ buckets, columns, pitch: 50, gap: 3, heading: 44, spacing: 16, least })
                    // Bands of days, as one would lay them by hand: a day of a row or more by itself, shorter ones beside each other.
                    const bands = []
                    for (const [day, [, count]] of buckets.entries()) {
                      const width = Math.max(count, least), band = bands.at(-1), isShort = count < columns
                      if (isShort && band?.isShort && band.width + width <= columns) { band.days.push([day, band.width]); band.width += width }
                      else bands.push({ isShort, days: [[day, 0]], width })
                    }
                    let [top, index, number] = [0, 0, 0]
                    for (const { days } of bands) {
                      const titled = buckets.length > 1 || buckets[0][0] !== null ? 1 : 0, first = index
                      let rows = 0
                      for (const [at, [day, left]] of days.entries()) {
                        const count = buckets[day][1], { span } = layout.slotOf(day), end = days[at + 1]?.[1] ?? columns
                        rows = Math.ceil(count / columns)
                        expect(layout.slotOf(day).left === left && span === end - left, () => `the columns of day ${day} of ${JSON.stringify(buckets)}`)
                        number += titled
                        for (let within = 0; within < count; within++, index++) {
                          const row = Math.floor(within / columns), place = layout.placeOf(index)
                          const wanted = { day, row, column: left + within % columns, top: top + titled * 44 + row * 50 }
                          const about = () => JSON.stringify({ buckets, columns, least, index, place, wanted })
                          expect(JSON.stringify(place) === JSON.stringify(wanted), about)
                          expect(layout.indexAt({ ...place, across: place.column }) === index && layout.rowNumber(day, row) === number + row, about)
                          expect(layout.nearest(place.top, place.column) === index, about)
                          for (const into of [0, 46]) expect(layout.firstBelow(place.top + into) === first + row * columns, about)
                        }
                        number += rows
                      }
                      top += titled * 44 + rows * 50 - 3 + 16
                    }
                    const isRight = layout.height === top - 16 && layout.rowCount === number && layout.count === index
                    expect(isRight, () => `the sums of ${JSON.stringify(buckets)}`)
                    for (let at = 0; at < layout.count; at++) {
                      // Up and down keep the column as far as the row goes, and lead to the very next row.
                      const here = layout.placeOf(at), tops = [...Array(layout.count).keys()].map((other) => layout.placeOf(other).top)
                      for (const step of [-1, 1]) {
                        const beyond = tops.filter((top) => step < 0 ? top < here.top : top > here.top)
                        const next = step < 0 ? Math.max(...beyond) : Math.min(...beyond), to = layout.vertical(at, step)
                        const row = tops.flatMap((top, other) => top === next ? [other] : [])
                        const wanted = beyond.length === 0 ? at : row.findLast((other) => layout.placeOf(other).column <= here.column) ?? row[0]
                        expect(to === wanted, () => JSON.stringify({ buckets, columns, least, at, step, to, wanted }))
                      }
                    }
                    for (let look = 0; look < 20; look++) {
                      const from = any(layout.height + 100) - 50, to = from + 1 + any(400), share = random()
                      const rows = new Set(layout.window(from, to).flatMap(({ day, first, last }) =>
                        Array.from({ length: last - first }, (_, row) => `${day}.${first + row}`)))
                      for (let at = 0; at < layout.count; at++) {
                        const { day, row, top } = layout.placeOf(at)
                        const isDrawn = rows.has(`${day}.${row}`)
                        expect(isDrawn || top >= to || top + 47 <= from, () => `${at} between ${from} and ${to} of ${JSON.stringify(buckets)}`)
                      }
                      const first = any(columns), last = first + any(columns)
                      const runs = layout.touched({ top: from, bottom: to, first, last })
                      const touched = [...Array(layout.count).keys()].filter((at) => {
                        const { column, top } = layout.placeOf(at)
                        return column >= first && column <= last && top < to && top + 47 > from
                      })
                      const all = runs.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
                      expect(String(all) === String(touched), () => JSON.stringify({ buckets, columns, from, to, first, last, runs, touched }))
                      const back = layout.shareAtOffset(layout.offsetAtShare(share))
                      expect(Math.abs(back - share) < 1e-9, () => `the share ${share} of ${JSON.stringify(buckets)}`)
                    }
                  }
                }
                """)
            #expect(faults == [])
        }

        @Test func bothEndsAreReachedPixelByPixelFromAnywhereInAListOfAnyHeight() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["scrollmap"],
                """
                ({ ScrollMap, ScrollPosition }, { any, random, expect }) => {
                  for (let round = 0; round < 400; round++) {
                    const viewport = 200 + any(1500), content = any(2) ? any(3e7) : any(5000), limit = any(2) ? 3e6 : 40000
                    const map = new ScrollMap({ content, viewport, limit })
                    const about = () => JSON.stringify({ viewport, content, limit })
                    expect(map.toOffset(0) === 0 && map.toOffset(map.travel) === map.range && map.toScroll(map.range) === map.travel, about)
                    expect(map.height <= Math.max(limit, viewport), about)
                    for (let at = 0; at < 20; at++) {
                      const offset = Math.floor(random() * map.range)
                      expect(Math.abs(map.toOffset(map.toScroll(offset)) - offset) < 1e-3, about)
                    }
                    const position = new ScrollPosition()
                    position.resize(map, 0)
                    position.moveTo(Math.max(0, map.range - any(200000)))
                    for (let step = 0; step < 4000 && position.offset < map.range; step++) {
                      const before = position.offset
                      position.scrolled(Math.min(map.travel, position.scroll + 700), "hand")
                      if (random() < 0.05) position.finish()
                      expect(position.offset > before && position.offset - before <= 700, () => `${about()} from ${before} to ${position.offset}`)
                    }
                    expect(position.offset === map.range, about)
                    position.scrolled(0, "bar")
                    expect(position.offset === 0, about)
                    position.scrolled(map.travel, "bar")
                    expect(position.offset === map.range, about)
                  }
                }
                """)
            #expect(faults == [])
        }

        /// What is seen is always in the page, never more than a few rows are new at a time, and at rest it grows to all there may be.
        @Test func whatIsBesideTheScreenComesAFewRowsAtATime() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["span"],
                """
                ({ Span }, { any, random, expect }) => {
                  for (let round = 0; round < 400; round++) {
                    const viewport = 100 + any(900), height = viewport + any(20000), most = any(viewport + 1), step = 10 + any(300)
                    const span = new Span()
                    let offset = any(height - viewport + 1)
                    for (let turn = 0; turn < 30; turn++) {
                      const about = (what) => () => JSON.stringify({ what, viewport, height, most, step, offset, from: span.from, to: span.to })
                      const by = random() < 0.2 ? any(height) - height / 2 : any(2 * step) - step
                      const next = Math.round(Math.min(height - viewport, Math.max(0, offset + by)))
                      const direction = Math.sign(next - offset), { from, to } = span
                      offset = next
                      span.follow({ offset, viewport, height, most, step, direction })
                      const end = offset + viewport
                      expect(span.from <= offset && span.to >= end, about("seen"))
                      expect(span.from >= Math.max(0, offset - most) && span.to <= Math.min(height, end + most), about("most"))
                      const isFar = to <= offset || from >= end
                      const begin = isFar ? offset : Math.min(from, offset), stop = isFar ? end : Math.max(to, end)
                      expect(span.from >= begin - (isFar || direction > 0 ? 0 : step), about("new above"))
                      expect(span.to <= stop + (isFar || direction < 0 ? 0 : step), about("new below"))
                    }
                    let turns = 0
                    while (!span.isWhole && turns < 200) {
                      span.follow({ offset, viewport, height, most, step, direction: 0 })
                      turns++
                    }
                    expect(span.isWhole && turns <= most / step + 2, () => `whole after ${turns} turns`)
                    expect(span.from === Math.max(0, offset - most) && span.to === Math.min(height, offset + viewport + most), () => "whole")
                    const { from, to } = span
                    span.move(500)
                    span.follow({ offset: offset + 500, viewport, height: height + 1000, most, step: 0, direction: 0 })
                    expect(span.from === from + 500 && span.to === to + 500, () => "moved with the list")
                  }
                }
                """)
            #expect(faults == [])
        }

        /// The list that is shown, the newest one and every older one agree about each photo, whatever order commits and answers come in.
        @Test func anAnswerOfAnyVersionIsPutWhereItsPhotosStandNow() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["following", "buckets"],
                """
                ({ Following, removing, total }, { any, random, expect }) => {
                  const single = (indices) => indices.map((index) => [index, 1])
                  for (let round = 0; round < 600; round++) {
                    let next = 0, position = 10
                    let list = Array.from({ length: any(20) }, () => next++), shown = [...list]
                    const following = new Following(position), versions = new Map([[position, list]])
                    for (let step = 0; step < 8; step++) {
                      const about = (what) => () => `${what} in round ${round}, step ${step}`
                      if (random() < 0.7) {
                        const removed = [...list.keys()].filter(() => random() < 0.25), kept = list.filter((_, at) => !removed.includes(at))
                        const after = [], inserted = []
                        for (let at = 0; at <= kept.length; at++) {
                          while (random() < 0.25) { inserted.push(after.length); after.push(next++) }
                          if (at < kept.length) after.push(kept[at])
                        }
                        position += 1 + any(2)
                        list = after
                        versions.set(position, list)
                        const noted = following.note({ position, removed: single(removed), inserted: single(inserted) })
                        shown = shown.filter((_, at) => !noted.removed.has(at))
                        expect(String(shown) === String(list.filter((id) => shown.includes(id))), about("what left"))
                      } else {
                        const known = [...versions.keys()].filter((version) => version >= following.base), version = known[any(known.length)]
                        const { move, removals } = following.adopt(version)
                        let buckets = [["2019-01-01", versions.get(version).length]]
                        for (const removed of removals) buckets = removing(buckets, removed)
                        const adopted = versions.get(version).filter((id) => list.includes(id))
                        shown.forEach((id, at) => expect(move(at) === adopted.indexOf(id), about("a move")))
                        shown = adopted
                        expect(total(buckets) === shown.length, about("the days' sum"))
                      }
                      expect(following.isBehind === (list.length !== shown.length), about("being behind"))
                      shown.forEach((id, at) => expect(list[following.toLatest(at)] === id, about("the newest index")))
                      for (const [version, ids] of versions) ids.forEach((id, at) => {
                        const wanted = shown.includes(id) ? shown.indexOf(id) : null
                        expect(following.toShown(version, at) === wanted, about(`an answer of ${version}`))
                      })
                    }
                  }
                }
                """)
            #expect(faults == [])
        }

        @Test func yearsAndMonthsOfTheScrubberNeverOverlapAndLeadToTheirFirstPhoto() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["marks"],
                """
                ({ marksOf, steppedIndex }, { any, random, expect }) => {
                  for (let round = 0; round < 300; round++) {
                    const buckets = [], names = []
                    for (let month = 12 * 26; month > 0; month -= 1 + any(9)) {
                      const year = 2000 + Math.floor((month - 1) / 12), name = `${year}-${String((month - 1) % 12 + 1).padStart(2, "0")}`
                      const count = 1 + any(random() < 0.1 ? 90000 : 30)
                      buckets.push([`${name}-15`, count])
                      names.push(name)
                    }
                    const { labels, ticks } = marksOf(buckets, { height: 600 })
                    const told = () => JSON.stringify(labels)
                    labels.forEach(({ at }, number) => expect(at >= 0 && at <= 600 && (number === 0 || at - labels[number - 1].at >= 22), told))
                    expect(labels[0].text === names[0].slice(0, 4) && labels.at(-1).text === names.at(-1).slice(0, 4), told)
                    ticks.forEach((at, number) => expect(at <= 600 && (number === 0 || at - ticks[number - 1] >= 5), () => JSON.stringify(ticks)))
                    const starts = buckets.map((_, at) => buckets.slice(0, at).reduce((sum, [, count]) => sum + count, 0))
                    for (let at = 0; at + 1 < starts.length; at++) {
                      expect(steppedIndex(buckets, starts[at], 1, "month") === starts[at + 1], () => `on from ${names[at]}`)
                      expect(steppedIndex(buckets, starts[at + 1], -1, "month") === starts[at], () => `back from ${names[at + 1]}`)
                      if (buckets[at][1] === 1) continue
                      expect(steppedIndex(buckets, starts[at] + 1, 1, "month") === starts[at + 1], () => `on from within ${names[at]}`)
                      expect(steppedIndex(buckets, starts[at] + 1, -1, "month") === starts[at], () => `back to the start of ${names[at]}`)
                    }
                    const last = buckets.reduce((sum, [, count]) => sum + count, 0) - 1
                    expect(steppedIndex(buckets, last, 1, "year") === last && steppedIndex(buckets, 0, -1, "year") === 0, () => "the ends")
                  }
                }
                """)
            #expect(faults == [])
        }
    }
}
