import Glibc

/// Shapes and colours for their own sake.
enum Abstracts {
    private static let schemes: [[UInt32]] = [
        [0xF4EFE6, 0xE63946, 0xF1A208, 0x1D3557, 0x2A9D8F], [0x0B132B, 0x5BC0BE, 0xF25F5C, 0xFFE066, 0x247BA0],
        [0xFDF0D5, 0x003049, 0xC1121F, 0x669BBC, 0xF4A261],
        [0x264653, 0xE9C46A, 0xF4A261, 0xE76F51, 0x2A9D8F], [0xF6F1EB, 0x6D597A, 0xE56B6F, 0xEAAC8B, 0x355070],
        [0x1B1B2F, 0xE43F5A, 0x53A8E2, 0xF7D060, 0xECECEC],
        [0xEAF4F4, 0x6B9080, 0xF2A65A, 0x772F1A, 0xA4C3B2],
    ]

    /// Circles, halves and stripes in a grid, printed on paper.
    static func tiles(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let colours = dice.pick(schemes).map { Colour($0) }
        canvas.fill(colours[0])
        let across = dice.number(3...6), cell = canvas.wide / Float(across), down = Int((canvas.high / cell).rounded(.up))
        for row in 0..<down {
            for column in 0..<across {
                let x = Float(column) * cell, y = Float(row) * cell
                let a = dice.pick(colours), b = dice.pick(colours.filter { $0 != a })
                canvas.rectangle(x, y, cell, cell, a)
                switch dice.number(0...6) {
                case 0: canvas.disc(x + cell / 2, y + cell / 2, cell * 0.42, b)
                case 1:
                    for ring in 0..<4 { canvas.clippedDisc(x, y, cell, centre: Point(x, y), cell * (1 - Float(ring) * 0.25), ring % 2 == 0 ? b : a) }
                case 2: canvas.clippedDisc(x, y, cell, centre: Point(x + cell, y + cell), cell, b)
                case 3:
                    for stripe in stride(from: 0, to: 6, by: 2) { canvas.rectangle(x, y + cell * Float(stripe) / 6, cell, cell / 6, b) }
                case 4: canvas.polygon([Point(x, y), Point(x + cell, y), Point(x, y + cell)], b)
                case 5:
                    canvas.clippedDisc(x, y, cell, centre: Point(x + cell / 2, y), cell / 2, b)
                    canvas.clippedDisc(x, y, cell, centre: Point(x + cell / 2, y + cell), cell / 2, dice.pick(colours))
                default:
                    for dot in 0..<9 { canvas.disc(x + cell * (Float(dot % 3) + 0.5) / 3, y + cell * (Float(dot / 3) + 0.5) / 3, cell * 0.09, b) }
                }
            }
        }
        paper(canvas, &dice)
    }

    /// Sheets of coloured light over one another.
    static func discs(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let colours = dice.pick(schemes).map { Colour($0) }
        canvas.fill(Gradient([colours[0].mixed(with: .white, 0.1), colours[0].scaled(0.92)]))
        for _ in 0..<dice.number(7...12) {
            let radius = canvas.side * dice.between(0.1, 0.42)
            let x = canvas.wide * dice.between(0.1, 0.9), y = canvas.high * dice.between(0.1, 0.9), colour = dice.pick(Array(colours.dropFirst()))
            canvas.disc(x, y, radius, colour, opacity: dice.between(0.55, 0.85))
            if dice.chance(0.4) { canvas.ring(x, y, radius * 1.12, thickness: canvas.side * 0.004, colour, opacity: 0.9) }
        }
        paper(canvas, &dice)
    }

    private static func paper(_ canvas: Canvas, _ dice: inout Dice) {
        let fibres = NoiseField(columns: canvas.width / 2, rows: canvas.height / 2, across: 90, down: 90, octaves: 3, roughness: 0.6, &dice)
        canvas.relief(
            [Float](repeating: 0, count: canvas.width), fibres, lit: .white, shade: .black, strength: 0.11, reach: canvas.high * 50,
            light: (0.003, -0.003))
    }

    /// Cloth, or oil on water: one noise bends another, and the result picks a colour.
    static func silk(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let sets: [[UInt32]] = [
            [0x1A0B2E, 0x4A1F6F, 0xB23A8E, 0xF28A8A, 0xFFE0B8], [0x04142B, 0x0B3C6F, 0x1F7FA8, 0x6FCBD0, 0xF2F7E8],
            [0x2B0A12, 0x7A1626, 0xD2452F, 0xF29A4A, 0xFFE9C0],
            [0x0B1F1A, 0x1C4F45, 0x3F8A72, 0xA8CFA0, 0xF7F3DC], [0x2A2433, 0x5A4A6F, 0x9C86A8, 0xE0C4C8, 0xFBF0EA],
            [0x10131C, 0x2E3A55, 0x6F7F9C, 0xC0B8A8, 0xF4E6CC],
        ]
        let colours = Gradient(dice.pick(sets).map { Colour($0) })
        let table = (0..<256).map { colours.colour(at: Float($0) / 255) }
        let one = NoiseField(columns: canvas.width / 4, rows: canvas.height / 4, across: 2.4, down: 2.4, octaves: 3, &dice)
        let two = NoiseField(columns: canvas.width / 4, rows: canvas.height / 4, across: 2.8, down: 2.8, octaves: 3, &dice)
        let folds = dice.between(2.2, 4.5), bend = dice.between(0.3, 0.6), angle = dice.between(-1, 1)
        let (a, b) = (UnsafeMutablePointer<Float>.allocate(capacity: canvas.width), UnsafeMutablePointer<Float>.allocate(capacity: canvas.width))
        defer {
            a.deallocate()
            b.deallocate()
        }
        table.withUnsafeBufferPointer { table in
            guard let table = table.baseAddress else { return }
            for row in 0..<canvas.height {
                let v = Float(row) / canvas.high, at = row * canvas.width
                one.read(into: a, count: canvas.width, v: v, step: 1 / canvas.wide)
                two.read(into: b, count: canvas.width, v: 1 - v, step: 1 / canvas.wide)
                var column = 0
                while column < canvas.width {
                    let u = Float(column) / canvas.side
                    let phase = (u * 0.4 + v * angle + a[column] * bend * 2.4 + b[column] * bend) * folds
                    // A wave of parabolas: soft on its crest, sharp in its fold.
                    let part = phase - phase.rounded(.down)
                    let wave = part < 0.5 ? 1 - (1 - part * 2) * (1 - part * 2) : (2 - part * 2) * (2 - part * 2)
                    let shade = wave * 0.72 + (a[column] + 1) * 0.14
                    let colour = table[max(0, min(255, Int(shade * 255)))]
                    canvas.red[at + column] = colour.red
                    canvas.green[at + column] = colour.green
                    canvas.blue[at + column] = colour.blue
                    column &+= 1
                }
            }
        }
    }

    /// A map of a land that isn't there.
    static func map(_ canvas: Canvas, _ mood: Mood, _ dice: inout Dice) {
        let sets: [[UInt32]] = [
            [0x1F4E79, 0x3A7CA5, 0x81C3D7, 0xE8DAB2, 0xA3B18A, 0x588157, 0x7F5539, 0xF8F9FA],
            [0x0D1B2A, 0x1B263B, 0x415A77, 0x778DA9, 0xA9B8C9, 0xC9D3DC, 0xE0E1DD, 0xFFFFFF],
            [0x2D3142, 0x4F5D75, 0xBFC0C0, 0xF4E3C1, 0xEFB68C, 0xEF8354, 0xC8553D, 0x7A2E2E],
        ]
        let colours = dice.pick(sets).map { Colour($0) }, steps = 24
        let land = NoiseField(
            columns: canvas.width / 2, rows: canvas.height / 2, across: 3.2 * canvas.wide / canvas.side,
            down: 3.2 * canvas.high / canvas.side, octaves: 4, roughness: 0.4, &dice)
        let gradient = Gradient(colours), mask = canvas.mask
        let table = (0...steps).map { gradient.colour(at: Float($0) / Float(steps)) }
        for row in 0..<canvas.height {
            land.read(into: mask, count: canvas.width, v: Float(row) / canvas.high, step: 1 / canvas.wide)
            let at = row * canvas.width
            var column = 0
            while column < canvas.width {
                let height = min(max(mask[column] * 0.95 + 0.48, 0), 0.9999) * Float(steps), step = Int(height), part = height - Float(step)
                var colour = table[step]
                // A darker line where one height becomes the next.
                if part < 0.09 { colour = colour.mixed(with: .black, 0.32) }
                canvas.red[at + column] = colour.red
                canvas.green[at + column] = colour.green
                canvas.blue[at + column] = colour.blue
                column &+= 1
            }
        }
        canvas.relief(
            [Float](repeating: 0, count: canvas.width), land, lit: .white, shade: Colour(0x101830), strength: 1.6, reach: canvas.high * 50,
            light: (0.006, -0.008))
    }
}

extension Canvas {
    /// The part of a disc that is inside a square.
    func clippedDisc(_ x: Float, _ y: Float, _ cell: Float, centre: Point, _ radius: Float, _ colour: Colour) {
        let rows = rows(y, y + cell - 1), columns = columns(x, x + cell - 1)
        for row in rows.first..<rows.end where Float(row) >= y - 0.5 {
            for column in columns.first..<columns.end {
                let dx = Float(column) + 0.5 - centre.x, dy = Float(row) + 0.5 - centre.y
                mask[column] = min(max(radius - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
            }
            lay(colour, row: row, columns.first, columns.end)
        }
    }
}
