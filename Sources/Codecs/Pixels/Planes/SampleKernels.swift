/// The three inner loops of resizing, 32 samples at a time.
///
/// Sums are kept in 16 bits modulo 2^16: weights add up to 128, and the offset makes every possible result positive. Even and
/// odd samples go through separate accumulators, so nothing has to be unpacked.
enum SampleKernels {
    private typealias Lanes = SIMD16<UInt16>

    /// `output[x] = Σ weights[t] · rows[t][x]` for `count` samples, rounded up to 32.
    @inline(__always)
    static func blend(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ weights: UnsafePointer<UInt16>, taps: Int, count: Int, _ output: UnsafeMutablePointer<UInt8>
    ) {
        var x = 0
        while x < count {
            var even = Lanes(repeating: UInt16(SampleFilter.offset * 128 + 64)), odd = even
            var t = 0
            while t < taps {
                accumulate(UnsafeRawPointer(rows[t] + x), weights[t], &even, &odd)
                t &+= 1
            }
            store(even, odd, UnsafeMutableRawPointer(output + x))
            x &+= 32
        }
    }

    /// The same for 32 samples in rows that lie 32 bytes apart.
    @inline(__always)
    static func blendColumn(_ rows: UnsafePointer<UInt8>, _ weights: UnsafePointer<UInt16>, taps: Int, _ output: UnsafeMutablePointer<UInt8>) {
        var even = Lanes(repeating: UInt16(SampleFilter.offset * 128 + 64)), odd = even
        var t = 0
        while t < taps {
            accumulate(UnsafeRawPointer(rows + t &* 32), weights[t], &even, &odd)
            t &+= 1
        }
        store(even, odd, UnsafeMutableRawPointer(output))
    }

    @inline(__always)
    private static func accumulate(_ samples: UnsafeRawPointer, _ weight: UInt16, _ even: inout Lanes, _ odd: inout Lanes) {
        let pairs = samples.loadUnaligned(as: Lanes.self)
        let weights = Lanes(repeating: weight)
        even &+= (pairs & Lanes(repeating: 0xFF)) &* weights
        odd &+= (pairs &>> 8) &* weights
    }

    @inline(__always)
    private static func store(_ even: Lanes, _ odd: Lanes, _ output: UnsafeMutableRawPointer) {
        output.storeBytes(of: settle(even) | (settle(odd) &<< 8), as: Lanes.self)
    }

    /// Divides by 128, takes the offset away and clamps to 0...255 (by masks: the pointwise functions are not inlined).
    @inline(__always)
    private static func settle(_ sum: Lanes) -> Lanes {
        var value = unsafeBitCast(sum &>> 7, to: SIMD16<Int16>.self) &- Int16(SampleFilter.offset)
        value &= ~(value &>> 15)
        value = 255 &- value
        value &= ~(value &>> 15)
        return unsafeBitCast(255 &- value, to: Lanes.self)
    }

    /// Transposes 16 × 16 samples.
    @inline(__always)
    static func transpose(_ input: UnsafePointer<UInt8>, stride inputStride: Int, _ output: UnsafeMutablePointer<UInt8>, stride outputStride: Int) {
        typealias Row = SIMD2<UInt64>
        @inline(__always) func row(_ i: Int) -> Row { UnsafeRawPointer(input + i &* inputStride).loadUnaligned(as: Row.self) }
        @inline(__always) func exchange(_ a: inout Row, _ b: inout Row, _ shift: UInt64, _ mask: UInt64) {
            let difference = ((a &>> Row(repeating: shift)) ^ b) & Row(repeating: mask)
            b ^= difference
            a ^= difference &<< Row(repeating: shift)
        }
        // Two 8 × 8 blocks at a time, one in each half of the vectors: halves, quarters, then single bytes change places.
        @inline(__always) func half(_ o: Int) {
            var a = row(o), b = row(o &+ 1), c = row(o &+ 2), d = row(o &+ 3), e = row(o &+ 4), f = row(o &+ 5), g = row(o &+ 6), h = row(o &+ 7)
            exchange(&a, &e, 32, 0x0000_0000_FFFF_FFFF)
            exchange(&b, &f, 32, 0x0000_0000_FFFF_FFFF)
            exchange(&c, &g, 32, 0x0000_0000_FFFF_FFFF)
            exchange(&d, &h, 32, 0x0000_0000_FFFF_FFFF)
            exchange(&a, &c, 16, 0x0000_FFFF_0000_FFFF)
            exchange(&b, &d, 16, 0x0000_FFFF_0000_FFFF)
            exchange(&e, &g, 16, 0x0000_FFFF_0000_FFFF)
            exchange(&f, &h, 16, 0x0000_FFFF_0000_FFFF)
            exchange(&a, &b, 8, 0x00FF_00FF_00FF_00FF)
            exchange(&c, &d, 8, 0x00FF_00FF_00FF_00FF)
            exchange(&e, &f, 8, 0x00FF_00FF_00FF_00FF)
            exchange(&g, &h, 8, 0x00FF_00FF_00FF_00FF)
            @inline(__always) func put(_ value: Row, _ i: Int) {
                UnsafeMutableRawPointer(output + i &* outputStride + o).storeBytes(of: value.x, as: UInt64.self)
                UnsafeMutableRawPointer(output + (i &+ 8) &* outputStride + o).storeBytes(of: value.y, as: UInt64.self)
            }
            put(a, 0); put(b, 1); put(c, 2); put(d, 3); put(e, 4); put(f, 5); put(g, 6); put(h, 7)
        }
        half(0)
        half(8)
    }
}
