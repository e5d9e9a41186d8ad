import Browser
import Testing

extension GalleryTests {
    /// Where the map stands and what of outlines is drawn, by the very modules that the page uses.
    @Suite struct MapArithmetic {
        @Test func `what is under a hand stays there, and what is fitted is seen`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../map/pose", "../map/mercator"],
                """
                ({ between, boxOf, closer, fitted, held, isWithin, least, pointOf, spotOf, zoomed, nearTo, widthAt }, { random, expect }) => {
                  for (let round = 0; round < 2000; round++) {
                    const area = { width: 300 + random() * 2000, height: 300 + random() * 1200, covered: 120 }
                    const pose = held({ x: random(), y: random(), zoom: random() * 20 }, area), about = () => JSON.stringify({ area, pose })
                    const { north, south } = boxOf(pose, area), tall = area.height / widthAt(pose.zoom)
                    expect(pose.zoom >= least(area) && pose.y - tall / 2 > -1e-9 && pose.y + tall / 2 < 1 + 1e-9 && south < north, about)
                    const point = { x: random() * area.width, y: random() * area.height }
                    const under = ({ x, y, zoom }) => {
                      const scale = widthAt(zoom)
                      return { x: x + (point.x - area.width / 2) / scale, y: y + (point.y - area.height / 2) / scale }
                    }
                    const spot = under(pose), close = 1e-6 / widthAt(pose.zoom) + 1e-12
                    const isThere = (other) => {
                      const { x, y } = under(other)
                      return Math.abs(nearTo(x, spot.x) - spot.x) < close && Math.abs(y - spot.y) < close
                    }
                    const larger = zoomed(pose, pose.zoom + random() * 3, point, area)
                    expect(isThere(larger), about)
                    // Where more than the world is seen, the shortest way may be another one.
                    const shares = area.width < widthAt(pose.zoom) ? [0, 0.3, 1] : []
                    for (const share of shares) expect(isThere(between(pose, larger, share)), () => `${about()} at ${share}`)
                    expect(isWithin(boxOf(larger, area), boxOf(pose, area)), about)
                    const west = random() * 360 - 180, low = random() * 100 - 60
                    const bounds = { west, south: low, east: (west + random() * 5 + 180) % 360 - 180, north: low + random() * 5 }, fit = fitted(bounds, area)
                    for (const longitude of [bounds.west, bounds.east]) for (const latitude of [bounds.south, bounds.north]) {
                      const { x, y } = pointOf(fit, area, spotOf({ latitude, longitude }))
                      const isSeen = x > 0.19 * area.width && x < 0.81 * area.width && y > 0 && y < area.height - area.covered
                      expect(isSeen, () => JSON.stringify({ area, bounds, fit, x, y }))
                    }
                    const near = closer(bounds, pose, area), isNear = near !== null && near.zoom <= 16 && near.zoom >= Math.min(16, pose.zoom + 1) - 1e-9
                    expect(near === null || isNear, () => JSON.stringify({ bounds, pose, near }))
                  }
                }
                """)
            #expect(faults == [])
        }

        @Test func `a search finds what lies within bounds, is known again, and so is the address of a map`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../shell/places", "../shell/route"],
                """
                ({ areaIn, formatMap, mapPlaceOf, placeIn, searchFor, searchWithin }, { random, expect }) => {
                  for (let round = 0; round < 2000; round++) {
                    const small = 10 ** -Math.floor(random() * 8), degrees = (most) => (random() - 0.5) * 2 * most * small
                    const [south, north] = [degrees(90), degrees(90)].sort((a, b) => a - b), box = { west: degrees(180), south, east: degrees(180), north }
                    const search = searchWithin(box), area = areaIn(search), about = () => `${JSON.stringify(box)}: ${search}`
                    const narrower = searchWithin(box, 'title == "(a) AND b"')
                    expect(narrower === `(title == "(a) AND b") AND ${search}` && JSON.stringify(areaIn(narrower)) === JSON.stringify(area), () => narrower)
                    expect(!/[0-9]e/.test(search) && search.includes(" OR ") === box.west > box.east, about)
                    expect(area !== null && area.south <= south && area.north >= north && area.west <= box.west && area.east >= box.east, about)
                    expect(Math.abs(area.south - south) < 3e-6 && Math.abs(area.east - box.east) < 3e-6 && area.west >= -180 && area.north <= 90, about)
                    const place = { latitude: degrees(85), longitude: degrees(180), zoom: random() * 20 }
                    const address = formatMap(place), again = mapPlaceOf(address)
                    expect(again !== null && formatMap(again) === address && Math.floor(again.zoom) === Math.floor(place.zoom), () => address)
                  }
                  const half = "latitude >= 1 AND latitude <= 2"
                  const others = ["", "Lisbon", searchFor("Essen"), half, `${half} AND longitude >= 3 OR longitude <= 4`]
                  for (const other of others) expect(areaIn(other) === null, () => other)
                  expect(placeIn(searchWithin({ west: 1, south: 1, east: 2, north: 2 })) === null, () => "an area is no place's name")
                  const nowhere = ["#/map", "#/library?at=1,2,3", ...["", "1,2", "1,,3", "91,0,3", "a,b,c", "1,2,21"].map((at) => `#/map?at=${at}`)]
                  for (const other of nowhere) expect(mapPlaceOf(other) === null, () => other)
                }
                """)
            #expect(faults == [])
        }

        @Test func `the address of a map says whose photos are on it`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../api", "../shell/route"],
                """
                ({ View, format, formatMap, mapPlaceOf, parse }, { expect }) => {
                  const all = new View({ in: "map" }), place = { latitude: 38.7, longitude: -9.1, zoom: 5.5 }
                  const lists = [
                    { in: "album:8E8C1F0A-0000-4000-8000-000000000001" }, { q: "a & b? 50 % = 1/2" }, { in: "smart:smartAlbumFavorites", q: "Lisbon", order: "oldest" },
                  ]
                  for (const list of lists.map((one) => new View(one))) {
                    const map = list.onMap, about = () => `${format(map)} of ${JSON.stringify(list)}`
                    expect(map.of.in === list.in && map.of.q === list.q && !map.isList && !map.equals(all) && !all.equals(map), about)
                    for (const address of [format(map), formatMap(place, map.of)]) expect(parse(address).isKnown && parse(address).view.equals(map), () => address)
                    expect(mapPlaceOf(format(map)) === null && JSON.stringify(mapPlaceOf(formatMap(place, map.of))) === JSON.stringify(place), about)
                  }
                  // There is one of all photos, and none of those that not everybody shall see.
                  for (const one of [{}, { in: "hidden" }, { in: "hidden", q: "a" }, { in: "trash", q: "a" }, { in: "albums" }, { in: "map" }]) {
                    expect(new View(one).onMap === null, () => JSON.stringify(one))
                  }
                  for (const address of ["#/map", "#/map?in=hidden", "#/map?in=library&at=1,2,3"]) expect(parse(address).view.equals(all), () => address)
                }
                """)
            #expect(faults == [])
        }

        /// What the map and the viewer share.
        @Test func `two pointers have a middle and a distance, and the one that stays is where it is`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../shell/pointers"],
                """
                ({ Pointers }, { expect }) => {
                  const captured = [], element = { getBoundingClientRect: () => ({ left: 100, top: 50 }), setPointerCapture: (id) => captured.push(id) }
                  const pointers = new Pointers(element), event = (pointerId, clientX, clientY) => ({ pointerId, clientX, clientY })
                  const is = (found, wanted) => expect(JSON.stringify(found) === JSON.stringify(wanted), () => `${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
                  is([pointers.count, pointers.first, pointers.pair, pointers.at(event(7, 110, 70))], [0, null, null, null])
                  is(pointers.put(event(7, 110, 70)), { x: 10, y: 20 })
                  is([pointers.count, pointers.first, pointers.pair], [1, { x: 10, y: 20 }, null])
                  pointers.put(event(3, 140, 110))
                  is(pointers.pair, { x: 25, y: 40, apart: 50 })
                  pointers.put(event(5, 900, 900))
                  is(pointers.pair, { x: 25, y: 40, apart: 50 })
                  pointers.capture()
                  is(captured, [7, 3, 5])
                  is([pointers.at(event(7, 0, 0)), pointers.remove(event(7, 0, 0)), pointers.remove(event(7, 0, 0))], [{ x: 10, y: 20 }, true, false])
                  is([pointers.count, pointers.first], [2, { x: 40, y: 60 }])
                  // Nothing is divided by nothing.
                  pointers.put(event(5, 140, 110))
                  is(pointers.pair, { x: 40, y: 60, apart: 1 })
                  pointers.clear()
                  is([pointers.count, pointers.first], [0, null])
                }
                """)
            #expect(faults == [])
        }

        @Test func `what is left out of outlines beyond the pane changes nothing on it`() async throws {
            let faults = try await GalleryTests.withTimelineModules(
                ["../map/outlines", "../map/mercator"],
                """
                ({ Outlines, widthAt, xOf, yOf }, { random, expect }) => {
                  const bytesOf = (lines) => {
                    const points = lines.flat(2), bytes = new ArrayBuffer(4 * (1 + lines.length + points.length))
                    new Uint32Array(bytes).set([lines.length, ...lines.map((line) => line.length)])
                    new Float32Array(bytes, 4 * (1 + lines.length)).set(points)
                    return bytes
                  }
                  const fresh = () => ({ both: new Path2D(), inside: new Path2D(), lines: new Path2D() })
                  const context = new OffscreenCanvas(10, 10).getContext("2d"), width = 600, height = 400
                  for (let round = 0; round < 300; round++) {
                    const longitude = random() * 60 - 30, latitude = random() * 60 - 30, corners = 60
                    const ring = Array.from({ length: corners }, (_, at) => {
                      const turn = (at / corners) * 2 * Math.PI, far = 3 + random() * 12
                      return [longitude + far * Math.cos(turn), latitude + far * Math.sin(turn)]
                    })
                    ring.push(ring[0])
                    const scale = widthAt(4 + random() * 6), left = xOf(longitude + (random() - 0.5) * 20) - width / 2 / scale
                    const top = yOf(latitude + (random() - 0.5) * 20) - height / 2 / scale, paths = fresh(), whole = new Path2D()
                    new Outlines(bytesOf([ring])).trace(paths, { left, top, scale, width, height }, 0)
                    for (const [x, y] of ring) whole.lineTo((xOf(x) - left) * scale, (yOf(y) - top) * scale)
                    whole.closePath()
                    // Points on the line itself may be on either side of it.
                    let others = 0
                    for (let look = 0; look < 40; look++) {
                      const at = [random() * width, random() * height]
                      if (context.isPointInPath(paths.both, ...at) !== context.isPointInPath(whole, ...at)) others += 1
                    }
                    expect(others <= 1, () => `${others} of 40 points: ${JSON.stringify({ ring, left, top, scale })}`)
                  }
                  // Where the world is cut there is no coast.
                  const paths = fresh()
                  context.lineWidth = 2
                  const edge = new Outlines(bytesOf([[[170, 10], [170, 20], [180, 20], [180, 10], [170, 10]]]))
                  edge.trace(paths, { left: 0.5, top: 0.25, scale: 1000, width: 600, height: 500 }, 0)
                  const on = (x, y) => context.isPointInStroke(paths.lines, (xOf(x) - 0.5) * 1000, (yOf(y) - 0.25) * 1000)
                  expect(on(170, 15) && on(175, 20) && on(175, 10) && !on(180, 15), () => "the coast is at three sides")
                  expect(context.isPointInPath(paths.inside, (xOf(175) - 0.5) * 1000, (yOf(15) - 0.25) * 1000), () => "there is land")
                }
                """)
            #expect(faults == [])
        }
    }
}
