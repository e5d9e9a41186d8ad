/// A QR code (ISO/IEC 18004) of a short text: bytes, versions 1 to 5, error correction L, which a screen needs no more than.
///
/// These versions have one block of codewords and no version information, which is what keeps this short. Of 106 bytes, an address has some 60.
struct QRCode: Equatable {
    /// Codewords of data, and of error correction, by version.
    private static let codewords = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

    private(set) var size: Int
    /// Row by row, true where dark.
    private(set) var modules: [Bool]
    /// Whether a module belongs to no data.
    private var isFixed: [Bool]

    subscript(row: Int, column: Int) -> Bool {
        get { modules[row * size + column] }
        set { modules[row * size + column] = newValue }
    }

    /// - Parameter mask: from 0 to 7; `nil` takes the one that is easiest to read.
    /// - Returns: `nil` for a text that is too long.
    init?(_ text: String, mask: Int? = nil) {
        let bytes = Array(text.utf8)
        // Four bits say what kind of text it is, eight how long.
        guard let version = Self.codewords.firstIndex(where: { bytes.count <= $0.0 - 2 }) else { return nil }
        size = 21 + 4 * version
        (modules, isFixed) = (Array(repeating: false, count: size * size), Array(repeating: false, count: size * size))
        drawPatterns()
        let (length, correction) = Self.codewords[version]
        var data = [0x40 | UInt8(bytes.count >> 4)]
        for (byte, next) in zip([UInt8(bytes.count)] + bytes, bytes + [0]) { data.append(byte << 4 | next >> 4) }
        for index in 0..<(length - data.count) { data.append(index % 2 == 0 ? 0xEC : 0x11) }
        place(data + Self.remainder(of: data, correction))
        let blank = self
        let candidates = (mask.map { $0...$0 } ?? 0...7).map { mask in
            var candidate = blank
            candidate.apply(mask)
            return candidate
        }
        self = candidates.min { $0.penalty < $1.penalty } ?? blank
    }

    // MARK: Patterns

    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard 0..<size ~= row, 0..<size ~= column else { return }
        self[row, column] = isDark
        isFixed[row * size + column] = true
    }

    private mutating func drawPatterns() {
        for index in 0..<size {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            for down in -4...4 {
                for across in -4...4 {
                    let ring = max(abs(down), abs(across))
                    fix(row + down, column + across, ring != 2 && ring != 4)
                }
            }
        }
        if size > 21 {
            for down in -2...2 { for across in -2...2 { fix(size - 7 + down, size - 7 + across, max(abs(down), abs(across)) != 1) } }
        }
        drawFormat(0)
    }

    /// The level of correction and the mask, twice, with 10 bits of a BCH code.
    private mutating func drawFormat(_ mask: Int) {
        let value = 1 << 3 | mask
        var rest = value << 10
        for bit in (10..<15).reversed() where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
        let bits = (value << 10 | rest) ^ 0x5412
        func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        for bit in 0..<6 { fix(bit, 8, isDark(bit)) }
        fix(7, 8, isDark(6))
        fix(8, 8, isDark(7))
        fix(8, 7, isDark(8))
        for bit in 9..<15 { fix(8, 14 - bit, isDark(bit)) }
        for bit in 0..<8 { fix(8, size - 1 - bit, isDark(bit)) }
        for bit in 8..<15 { fix(size - 15 + bit, 8, isDark(bit)) }
        fix(size - 8, 8, true)
    }

    // MARK: Data

    /// In columns of two from the right, up and down by turns.
    private mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        for right in stride(from: size - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            let goesUp = (right + 1) & 2 == 0
            for step in 0..<size {
                let row = goesUp ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row * size + column] && bit < codewords.count * 8 {
                    self[row, column] = codewords[bit >> 3] >> (7 - bit & 7) & 1 == 1
                    bit += 1
                }
            }
        }
    }

    /// What is left of the data when it is divided by the generator of a Reed-Solomon code of so many codewords.
    private static func remainder(of data: [UInt8], _ count: Int) -> [UInt8] {
        var generator = [UInt8](repeating: 0, count: count - 1) + [1], root: UInt8 = 1
        for _ in 0..<count {
            for index in generator.indices {
                generator[index] = product(generator[index], root)
                if index + 1 < count { generator[index] ^= generator[index + 1] }
            }
            root = product(root, 2)
        }
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= product(generator[index], factor) }
        }
        return rest
    }

    /// In the field of 256 elements by the polynomial 0x11D.
    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            if b >> bit & 1 == 1 { result ^= Int(a) }
        }
        return UInt8(result)
    }

    // MARK: Masks

    private mutating func apply(_ mask: Int) {
        drawFormat(mask)
        for row in 0..<size {
            for column in 0..<size where !isFixed[row * size + column] {
                let product = row * column
                let isTurned =
                    switch mask {
                    case 0: (row + column) % 2 == 0
                    case 1: row % 2 == 0
                    case 2: column % 3 == 0
                    case 3: (row + column) % 3 == 0
                    case 4: (row / 2 + column / 3) % 2 == 0
                    case 5: product % 2 + product % 3 == 0
                    case 6: (product % 2 + product % 3) % 2 == 0
                    default: ((row + column) % 2 + product % 3) % 2 == 0
                    }
                if isTurned { self[row, column].toggle() }
            }
        }
    }

    /// How hard it is to read: long runs, blocks, what looks like a corner, too much of one shade.
    private var penalty: Int {
        let corner: [Bool] = [true, false, true, true, true, false, true], light = [false, false, false, false]
        var sum = 0
        for line in 0..<size {
            for cells in [(0..<size).map { self[line, $0] }, (0..<size).map { self[$0, line] }] {
                var run = 0
                for index in 0..<size {
                    run = index > 0 && cells[index] == cells[index - 1] ? run + 1 : 1
                    sum += run == 5 ? 3 : run > 5 ? 1 : 0
                }
                for start in 0...(size - 11) where [corner + light, light + corner].contains(Array(cells[start..<start + 11])) { sum += 40 }
            }
        }
        for row in 1..<size {
            for column in 1..<size {
                let shade = self[row, column]
                if self[row - 1, column] == shade, self[row, column - 1] == shade, self[row - 1, column - 1] == shade { sum += 3 }
            }
        }
        let dark = modules.count { $0 }
        return sum + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}

extension QRCode {
    /// Light modules that have to be around it.
    private static let margin = 4

    /// Columns that it takes on a terminal.
    var columns: Int { size + 2 * Self.margin }

    /// For a terminal: two rows to a line, black on white whatever its colours are.
    var lines: [String] {
        func isDark(_ row: Int, _ column: Int) -> Bool { 0..<size ~= row && 0..<size ~= column && self[row, column] }
        return stride(from: -Self.margin, to: size + Self.margin, by: 2).map { row in
            let blocks = (-Self.margin..<size + Self.margin).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(blocks.joined())\u{1B}[0m"
        }
    }
}
