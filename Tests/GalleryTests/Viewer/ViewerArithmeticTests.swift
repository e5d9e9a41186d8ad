import Browser
import PhotosTesting
import Testing

extension GalleryTests {
    /// The viewer's arithmetic, by the very modules that the page uses.
    @Suite struct ViewerArithmetic {
        /// Runs a function over a module of the viewer, in a document that holds nothing else.
        private func withModule(_ name: String, _ function: String) async throws -> [String] {
            try await Gallery.serve(TemporaryLibrary()) { gallery in
                try await Chromium.shared().withPage { page in
                    page.log.forgive("favicon.ico")  // which a script that stands alone doesn’t name
                    try await page.prove(Gallery.token)
                    try await page.open(gallery.address + "js/viewer/\(name)")
                    return try await page.call(
                        "async path => { const faults = []; (\(function))(await import(path), faults); return faults.slice(0, 5) }",
                        "/js/viewer/\(name)")
                }
            }
        }

        @Test func whatLiesUnderThePointerStaysThere() async throws {
            let faults = try await withModule(
                "geometry.js",
                """
                ({ fit, zoomed, most }, faults) => {
                  const area = { left: 0, top: 56, width: 1280, height: 684 }
                  for (const size of [{ width: 4032, height: 3024 }, { width: 3024, height: 4032 }, { width: 12000, height: 3000 }]) {
                    const box = fit(size, area)
                    let pose = { scale: most(size, box, 1), x: -box.width, y: -box.height }
                    for (const [x, y] of [[640, 400], [500, 300], [800, 500]]) for (const factor of [1.1, 0.95, 1.5]) {
                      const before = { x: (x - box.left - pose.x) / pose.scale, y: (y - box.top - pose.y) / pose.scale }
                      pose = zoomed(pose, pose.scale * factor, { x, y }, box, area)
                      const after = { x: (x - box.left - pose.x) / pose.scale, y: (y - box.top - pose.y) / pose.scale }
                      const isRight = Math.hypot(after.x - before.x, after.y - before.y) < 1e-6
                      if (!isRight) faults.push(JSON.stringify({ size, x, y, factor, before, after }))
                    }
                  }
                }
                """)
            #expect(faults == [])
        }

        @Test func noGapIsLeftBesideAPictureThatIsLargerThanThePane() async throws {
            let faults = try await withModule(
                "geometry.js",
                """
                ({ fit, held, rest }, faults) => {
                  for (const area of [{ left: 0, top: 56, width: 1280, height: 684 }, { left: 0, top: 0, width: 390, height: 844 }])
                  for (const size of [{ width: 4032, height: 3024 }, { width: 500, height: 4000 }, { width: 20, height: 10 }])
                  for (const scale of [1, 1.3, 4, 9]) for (const x of [-9000, -300, 0, 77, 9000]) for (const y of [-9000, 0, 9000]) {
                    const box = fit(size, area), pose = held({ scale, x, y }, box, area)
                    for (const [at, length, start, room] of [
                      [box.left + pose.x, box.width * scale, area.left, area.width], [box.top + pose.y, box.height * scale, area.top, area.height]]) {
                      const isLarger = length > room + 0.5
                      const covers = at <= start + 1e-6 && at + length >= start + room - 1e-6
                      const isRight = isLarger ? covers : Math.abs(at + length / 2 - start - room / 2) < 1e-6
                      if (!isRight) faults.push(JSON.stringify({ area, size, scale, x, y, at, length }))
                    }
                    const still = held(rest, box, area)
                    if (Math.abs(still.x) + Math.abs(still.y) > 1e-6) faults.push('one that fits is moved: ' + JSON.stringify({ area, size, still }))
                  }
                }
                """)
            #expect(faults == [])
        }

        @Test func anIndexFollowsEveryChangeOfSmallLists() async throws {
            let faults = try await withModule(
                "following.js",
                """
                ({ followed, isWithin }, faults) => {
                  const ranges = (flags) => flags.reduce((all, flag, at) => {
                    if (!flag) return all
                    const last = all.at(-1)
                    if (last && last[0] + last[1] === at) last[1] += 1
                    else all.push([at, 1])
                    return all
                  }, [])
                  const bits = (value, count) => Array.from({ length: count }, (_, bit) => (value >> bit) & 1)
                  for (let count = 1; count <= 5; count += 1) for (let gone = 0; gone < 1 << count; gone += 1) {
                    const kept = bits(gone, count).flatMap((flag, at) => flag ? [] : [at])
                    for (let added = 0; added <= 3; added += 1) for (let where = 0; where < 1 << (kept.length + added); where += 1) {
                      const isNew = bits(where, kept.length + added)
                      if (isNew.filter(Boolean).length !== added) continue
                      let next = 0
                      const after = isNew.map(flag => flag ? 'new' : kept[next++])
                      const change = { removed: ranges(bits(gone, count)), inserted: ranges(isNew) }
                      for (let index = 0; index < count; index += 1) {
                        const { index: at, isGone } = followed(index, change)
                        const survivor = kept.find(one => one > index)
                        const isThere = isGone ? survivor === undefined || after[at] === survivor : after[at] === index
                        const isRight = isGone === !kept.includes(index) && isThere
                        if (!isRight) faults.push(JSON.stringify({ count, index, change, at, isGone }))
                        if (isWithin(index, change.removed) !== isGone) faults.push('isWithin ' + JSON.stringify({ index, change }))
                      }
                    }
                  }
                }
                """)
            #expect(faults == [])
        }
    }
}
