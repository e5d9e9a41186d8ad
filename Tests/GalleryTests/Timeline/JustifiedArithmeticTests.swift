import Browser
import Testing

extension GalleryTests {
    /// Where things stand when rows have the pictures' own proportions, by the very modules that the page uses.
    @Suite struct JustifiedArithmetic {
        @Test func everyPhotoOfRandomListsHasItsShapeInRowsThatFillTheWidth() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["justified", "shapes"],
                """
                ({ JustifiedLayout, Shapes, shapeOf, ratios }, { any, random, expect }) => {
                  for (let byte = 1; byte < 256; byte++) {
                    const width = Math.round(ratios[byte] * 1e6)
                    expect(shapeOf({ width, height: 1e6 }) === byte, () => `the shape of byte ${byte}`)
                  }
                  for (const [width, height] of [[4, 3], [3, 2], [16, 9], [9, 16], [1, 1], [9, 20]]) {
                    const error = ratios[shapeOf({ width, height })] / (width / height) - 1
                    expect(Math.abs(error) < 0.005, () => `${width} to ${height} is off by ${error}`)
                  }
                  expect(shapeOf({ width: 1, height: 90 }) === 1 && shapeOf({ width: 90, height: 1 }) === 255 && ratios[shapeOf({ width: 0, height: 0 })].toFixed(2) === "1.00", () => "the ends")
                  for (let round = 0; round < 400; round++) {
                    const dayOf = (at) => random() < 0.1 ? null : `2019-01-${10 + at}`
                    const buckets = Array.from({ length: 1 + any(12) }, (_, at) => [dayOf(at), 1 + any(random() < 0.5 ? 4 : 40)])
                    const count = buckets.reduce((sum, [, count]) => sum + count, 0), width = 200 + any(1200), pitch = 60 + any(150), gap = 3
                    const shapes = new Shapes()
                    shapes.clear(count)
                    const bytes = Uint8Array.from({ length: count }, () => random() < 0.5 ? shapeOf({ width: 4, height: 3 }) : 1 + any(255))
                    if (random() < 0.8) shapes.fill(0, bytes)
                    const layout = new JustifiedLayout({ buckets, shapes, width, pitch, gap, heading: 44, spacing: 16, leastWidth: 90 })
                    const told = (what) => () => `${what} of ${JSON.stringify({ round, buckets, width, pitch })}`
                    // Every box, row by row as one would read them.
                    const boxes = [], rows = []
                    let number = 0, index = 0
                    for (let day = 0; day < layout.days; day++) {
                      const titled = layout.headingOf(day) > 0 ? 1 : 0, { pixels, isWhole } = layout.boundsOf(day)
                      number += titled
                      for (let row = 0; row < layout.rowsOf(day); row++, number++) {
                        const { start, count, column } = layout.rowAt(day, row), { height, lefts, widths } = layout.shapeOfRow(day, row), top = layout.rowTop(day, row)
                        expect(start === index && count > 0 && count === lefts.length && count === widths.length, told(`row ${row} of day ${day}`))
                        expect(layout.rowNumber(day, row) === number && layout.rowHeight(day, row) === height, told(`the number of row ${row} of day ${day}`))
                        const sum = widths.reduce((sum, one) => sum + one, 0) + gap * (count - 1), isLast = row + 1 === layout.rowsOf(day)
                        expect(sum === width || (isLast && sum < width && height === pitch - gap), told(`the width of row ${row} of day ${day}, ${sum}`))
                        expect(sum <= Math.ceil(pixels) + 1, told(`the room of day ${day}`))
                        if (row > 0) expect(top === rows.at(-1).top + rows.at(-1).height + gap, told(`the top of row ${row} of day ${day}`))
                        for (let at = 0; at < count; at++, index++) {
                          const left = lefts[at], ratio = ratios[shapes.bytes[index]]
                          expect(Math.abs(widths[at] - ratio * height) <= 1 + 0.5 * ratio || widths[at] === 1, told(`the shape of ${index}`))
                          boxes.push({ index, day, row, column: column + at, top, left, right: left + widths[at], bottom: top + height })
                          const place = layout.placeOf(index)
                          expect(JSON.stringify(place) === JSON.stringify({ day, row, column: column + at, top }), told(`the place of ${index}`))
                        }
                        rows.push({ day, row, top, height, isWhole })
                      }
                    }
                    expect(index === layout.count && layout.count === count && layout.rowCount === number, told("the sums"))
                    expect(Math.max(...boxes.map(({ bottom }) => bottom)) === layout.height, told("the height"))
                    for (const one of boxes) {
                      const next = boxes[one.index + 1]
                      if (next) expect(next.top === one.top ? next.left >= one.right : next.top >= one.bottom, told(`${one.index} lies over the next`))
                    }
                    const gapTo = (box, across) => Math.max(box.left - across, across - box.right, 0)
                    for (const one of boxes) {
                      expect(layout.nearest(one.top, (one.left + one.right) / 2) === one.index, told(`the nearest to ${one.index}`))
                      const across = layout.acrossOf(one.index)
                      expect(across === (one.left + one.right) / 2, told(`the middle of ${one.index}`))
                      for (const step of [-1, 1]) {
                        const beyond = boxes.filter(({ top }) => step < 0 ? top < one.top : top > one.top)
                        const next = step < 0 ? Math.max(...beyond.map(({ top }) => top)) : Math.min(...beyond.map(({ top }) => top))
                        const row = boxes.filter(({ top }) => top === next), least = Math.min(...row.map((box) => gapTo(box, across)))
                        const to = layout.vertical(one.index, step)
                        expect(beyond.length === 0 ? to === one.index : row.some((box) => box.index === to && gapTo(box, across) === least), told(`${step} from ${one.index}`))
                      }
                    }
                    for (let look = 0; look < 20; look++) {
                      const from = any(layout.height + 100) - 50 + (any(2) ? 0 : random()), to = from + 1 + any(400)
                      const drawn = new Set(layout.window(from, to).flatMap(({ day, first, last }) => Array.from({ length: last - first }, (_, row) => `${day}.${first + row}`)))
                      for (const box of boxes) {
                        const isIn = box.top < to && box.bottom > from
                        expect(drawn.has(`${box.day}.${box.row}`) || !isIn, told(`${box.index} between ${from} and ${to}`))
                        if (drawn.has(`${box.day}.${box.row}`)) expect(box.top < to && box.bottom + gap > from, told(`${box.index} is drawn too many, between ${from} and ${to}`))
                      }
                      const below = boxes.find(({ bottom }) => bottom > Math.max(0, from))?.index ?? boxes.find(({ top }) => top === boxes.at(-1).top).index
                      expect(layout.firstBelow(Math.max(0, from)) === below, told(`the first below ${from}`))
                      const left = any(width), right = left + any(width - left)
                      const runs = layout.touchedIn({ top: from, bottom: to, left, right }).flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
                      const touched = boxes.filter((box) => box.top < to && box.bottom > from && box.left <= right && box.right > left).map(({ index }) => index)
                      expect(String(runs) === String(touched), told(`what ${left}–${right}, ${from}–${to} touches: ${runs}, not ${touched}`))
                      const share = random(), back = layout.shareAtOffset(layout.offsetAtShare(share))
                      expect(Math.abs(back - share) < 1e-9, told(`the share ${share}`))
                    }
                  }
                }
                """)
            #expect(faults == [])
        }

        /// The bytes follow what comes and goes as a plain list would, and what isn't known of them is told.
        @Test func shapesMoveWithTheirPhotos() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["shapes", "ranges"],
                """
                ({ Shapes, Ranges }, { any, random, expect }) => {
                  const ranges = (count, share) => new Ranges([...Array(count).keys()].filter(() => random() < share).map((index) => [index, 1]))
                  for (let round = 0; round < 300; round++) {
                    const shapes = new Shapes()
                    let list = Array.from({ length: any(20) + (random() < 0.1 ? 9000 : 0) }, () => 0)
                    shapes.clear(list.length)
                    const about = (what) => () => `${what} in round ${round}: ${list.slice(0, 40)} and ${[...shapes.bytes.slice(0, 40)]}`
                    for (let step = 0; step < 12; step++) {
                      const kind = any(4)
                      if (kind === 0 && list.length > 0) {
                        const index = any(list.length), byte = 1 + any(255)
                        expect(shapes.note(index, byte) === (list[index] !== byte), about("changes"))
                        list[index] = byte
                      } else if (kind === 1) {
                        const first = any(list.length + 1), bytes = Uint8Array.from({ length: any(10) }, () => 1 + any(255))
                        shapes.fill(first, bytes)
                        bytes.forEach((byte, at) => { if (first + at < list.length) list[first + at] ||= byte })
                      } else if (kind === 2) {
                        const removed = ranges(list.length, 0.2)
                        shapes.remove(removed)
                        list = list.filter((_, at) => !removed.has(at))
                      } else {
                        const inserted = ranges(list.length + any(8), 0.2), grown = [], before = [...list]
                        for (let at = 0; before.length > 0 || inserted.has(at); at++) grown.push(inserted.has(at) ? 0 : before.shift())
                        shapes.insert(new Ranges(inserted.pairs.filter(([start]) => start < grown.length).map(([start, length]) => [start, Math.min(length, grown.length - start)])))
                        list = grown
                      }
                      expect(String([...shapes.bytes]) === String(list), about("the bytes"))
                      const first = list.indexOf(0), most = 1 + any(30)
                      expect(String(shapes.missing(most)) === String(first < 0 ? null : [first, Math.min(first + most, list.lastIndexOf(0) + 1)]), about("what is missing"))
                      const from = any(list.length + 1), to = from + any(list.length - from + 1)
                      if (shapes.isBlank(from, to)) expect(list.slice(from, to).every((byte) => byte === 0), about(`${from} to ${to} isn’t blank`))
                    }
                  }
                }
                """)
            #expect(faults == [])
        }

        /// A list of a million is laid out within what a browser calls a long task, once the browser has compiled that; and before anything is known of it.
        @Test func aMillionTakesNoLongTask() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["justified", "shapes"],
                """
                ({ JustifiedLayout, Shapes }, { any, expect }) => {
                  const buckets = Array.from({ length: 6500 }, () => ["2020-01-01", 154]), count = 6500 * 154, shapes = new Shapes()
                  shapes.clear(count)
                  const lay = () => {
                    const begin = performance.now()
                    new JustifiedLayout({ buckets, shapes, width: 1200, pitch: 151, gap: 3, heading: 44, spacing: 16, leastWidth: 90 })
                    return performance.now() - begin
                  }
                  // What else the machine does takes part of the time from some of them.
                  const least = () => Math.min(...Array.from({ length: 30 }, lay))
                  const before = least(), part = 1 << 17
                  for (let first = 0; first < count; first += part) {
                    shapes.fill(first, Uint8Array.from({ length: part }, () => 80 + any(90)))
                    lay()
                  }
                  const whole = least()
                  console.log(`a million laid out in ${before} ms before their shapes are known, in ${whole} ms with them`)
                  expect(before < 25 && whole < 50, () => `${before} ms, ${whole} ms`)
                }
                """)
            #expect(faults == [])
        }
    }
}
