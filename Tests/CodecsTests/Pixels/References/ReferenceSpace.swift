import Glibc

/// A colour space by its published numbers: primaries, white and curve. Shares nothing with the code that is tested.
struct ReferenceSpace {
    let name: String
    private let red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: (Double, Double)
    private let light: @Sendable (Double) -> Double
    /// Which component means red, green and blue.
    private var order = [0, 1, 2]

    static let sRGB = ReferenceSpace("sRGB", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060), light: standardLight)
    static let displayP3 = ReferenceSpace("Display P3", (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), light: standardLight)
    static let adobeRGB = ReferenceSpace("Adobe RGB", (0.640, 0.330), (0.210, 0.710), (0.150, 0.060)) { pow($0, 563 / 256) }
    static let proPhoto = ReferenceSpace("ProPhoto RGB", (0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), white: (0.3457, 0.3585)) {
        pow($0, 1.8)
    }
    static let bt2020 = ReferenceSpace("BT.2020", (0.708, 0.292), (0.170, 0.797), (0.131, 0.046), light: standardLight)
    static let ink = ReferenceSpace("CMYK by a table", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060)) { pow($0, 2.2) }
    static let linear = ReferenceSpace("linear", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060)) { $0 }
    static let gamma18 = ReferenceSpace("gamma 1.8", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060)) { pow($0, 1.8) }
    static let swapped: ReferenceSpace = {
        var space = ReferenceSpace("RGB by a table", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060), light: standardLight)
        space.order = [2, 0, 1]
        return space
    }()

    private init(
        _ name: String, _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), white: (Double, Double) = (0.3127, 0.3290),
        light: @escaping @Sendable (Double) -> Double
    ) {
        (self.name, self.red, self.green, self.blue, self.white, self.light) = (name, red, green, blue, white, light)
    }

    /// Values of sRGB for values of this space; what lies outside is cut off.
    var toSRGB: ([Double]) -> [Double] {
        let matrix = Matrix(rows: Self.sRGB.toXYZ).inverse.times(Matrix(rows: toXYZ)), order = order, light = light
        return { values in matrix.apply(order.map { light(values[$0]) }).map(Self.standardValue) }
    }

    /// From linear light to XYZ under D50, by Bradford's adaptation.
    private var toXYZ: [[Double]] {
        func xyz(_ point: (Double, Double)) -> [Double] { [point.0 / point.1, 1, (1 - point.0 - point.1) / point.1] }
        let points = [red, green, blue].map(xyz), seen = xyz(white)
        let columns = Matrix(rows: (0..<3).map { row in points.map { $0[row] } })
        let gains = columns.inverse.apply(seen)
        let scaled = Matrix(rows: columns.rows.map { row in zip(row, gains).map { $0 * $1 } })
        let bradford = Matrix(rows: [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
        let from = bradford.apply(seen), to = bradford.apply([0.9642, 1, 0.8249])
        let adaptation = Matrix(rows: (0..<3).map { row in (0..<3).map { $0 == row ? to[row] / from[row] : 0 } })
        return bradford.inverse.times(adaptation).times(bradford).times(scaled).rows
    }

    static func standardLight(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }

    static func standardValue(_ light: Double) -> Double {
        let light = min(max(light, 0), 1)
        return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}

/// Three by three.
struct Matrix {
    let rows: [[Double]]

    func apply(_ column: [Double]) -> [Double] { rows.map { row in zip(row, column).reduce(0) { $0 + $1.0 * $1.1 } } }

    func times(_ other: Matrix) -> Matrix {
        Matrix(rows: rows.map { row in (0..<3).map { column in (0..<3).reduce(0) { $0 + row[$1] * other.rows[$1][column] } } })
    }

    var inverse: Matrix {
        let m = rows
        func minor(_ r: Int, _ c: Int) -> Double {
            let a = (r + 1) % 3, b = (r + 2) % 3, d = (c + 1) % 3, e = (c + 2) % 3
            return m[a][d] * m[b][e] - m[a][e] * m[b][d]
        }
        let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
        return Matrix(rows: (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } })
    }
}
