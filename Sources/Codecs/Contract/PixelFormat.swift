/// How one pixel lies in memory: `R G B A` with straight alpha.
package enum PixelFormat: UInt8, Sendable, Hashable {
    case rgba8 = 1
    /// In the machine's byte order, from 0 to 65535.
    case rgba16 = 2

    package var bytesPerPixel: Int { self == .rgba8 ? 4 : 8 }
    package var bitsPerComponent: Int { self == .rgba8 ? 8 : 16 }
}
