import Codecs
import Foundation
import Pixels

/// Movies of a few bytes.
public enum FixtureMovies {
    /// Two seconds of blue, 64 by 48 at five frames a second, H.264 in a QuickTime file:
    /// `ffmpeg -f lavfi -i color=c=blue:s=64x48:r=5:d=2 -crf 50 -pix_fmt yuv420p movie.mov`
    public static let blue = Data(base64Encoded: text) ?? Data()

    /// A movie of `quarters`, without sound: H.264 in a QuickTime file of five frames a second. The same arguments give the same bytes.
    ///
    /// Width and height are pixels, and even. A content identifier joins it with the still of a Live Photo.
    public static func quarters(
        width: Int = 320, height: Int = 240, seconds: Int = 2, seed: Int = 0, contentIdentifier: String? = nil
    ) throws -> Data {
        let metadata = contentIdentifier.map { [(key: "com.apple.quicktime.content.identifier", value: $0)] } ?? []
        let writer = try MovieWriter(.quickTime, size: PixelSize(width: width, height: height), rate: 5, metadata: metadata)
        let picture = FixtureImages.quarters(width: width, height: height, seed: seed).pixels.withUnsafeBytes { Array($0) }
        for _ in 0..<seconds * 5 { try writer.add(picture) }
        return Data(try writer.finish())
    }

    private static let text = """
        AAAAFGZ0eXBxdCAgAAACAHF0ICAAAANCbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAB9AAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAA\
        AAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAs50cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAB9AAAAAAAAAAAAAAAAAAAAAAAAEA\
        AAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAEAAAAAwAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAAfQAAAQAAABAAAAAAJGbWRpYQAAACBtZGhkAAAAAA\
        AAAAAAAAAAAAAoAAAAUAB//wAAAAAALWhkbHIAAAAAbWhscnZpZGUAAAAAAAAAAAAAAAAMVmlkZW9IYW5kbGVyAAAB8W1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACxo\
        ZGxyAAAAAGRobHJ1cmwgAAAAAAAAAAAAAAAAC0RhdGFIYW5kbGVyAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAABhXN0YmwAAACtc3RzZAAAAAAAAA\
        ABAAAAnWF2YzEAAAAAAAAAAQAAAABGRk1QAAACAAAAAgAAQAAwAEgAAABIAAAAAAAAAAEMTGF2YyBsaWJ4MjY0AAAAAAAAAAAAAAAAAAAAAAAAAAAY//8AAAA3YXZjQwFk\
        AAr/4QAZZ2QACqxyBER7ARAAAAMAEAAAAwCg8SJYRgEAB2joQ4GEsiz9+PgAAAAAEHBhc3AAAAABAAAAAQAAABhzdHRzAAAAAAAAAAEAAAAKAAAIAAAAABRzdHNzAAAAAA\
        AAAAEAAAABAAAAOGN0dHMAAAAAAAAABQAAAAEAABAAAAAAAQAAUAAAAAABAAAgAAAAAAMAAAAAAAAABAAACAAAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAoAAAABAAAAPHN0\
        c3oAAAAAAAAAAAAAAAoAAALSAAAADQAAAA0AAAANAAAADQAAAA0AAAANAAAADQAAAA0AAAANAAAAFHN0Y28AAAAAAAAAAQAAA2YAAAAId2lkZQAAA09tZGF0AAACrwYF//\
        +r3EXpvebZSLeWLNgg2SPu73gyNjQgLSBjb3JlIDE2NCByMzA5NSBiYWVlNDAwIC0gSC4yNjQvTVBFRy00IEFWQyBjb2RlYyAtIENvcHlsZWZ0IDIwMDMtMjAyMiAtIGh0\
        dHA6Ly93d3cudmlkZW9sYW4ub3JnL3gyNjQuaHRtbCAtIG9wdGlvbnM6IGNhYmFjPTEgcmVmPTE2IGRlYmxvY2s9MTowOjAgYW5hbHlzZT0weDM6MHgxMzMgbWU9dW1oIH\
        N1Ym1lPTEwIHBzeT0xIHBzeV9yZD0xLjAwOjAuMDAgbWl4ZWRfcmVmPTEgbWVfcmFuZ2U9MjQgY2hyb21hX21lPTEgdHJlbGxpcz0yIDh4OGRjdD0xIGNxbT0wIGRlYWR6\
        b25lPTIxLDExIGZhc3RfcHNraXA9MSBjaHJvbWFfcXBfb2Zmc2V0PS0yIHRocmVhZHM9MSBsb29rYWhlYWRfdGhyZWFkcz0xIHNsaWNlZF90aHJlYWRzPTAgbnI9MCBkZW\
        NpbWF0ZT0xIGludGVybGFjZWQ9MCBibHVyYXlfY29tcGF0PTAgY29uc3RyYWluZWRfaW50cmE9MCBiZnJhbWVzPTggYl9weXJhbWlkPTIgYl9hZGFwdD0yIGJfYmlhcz0w\
        IGRpcmVjdD0zIHdlaWdodGI9MSBvcGVuX2dvcD0wIHdlaWdodHA9MiBrZXlpbnQ9MjUwIGtleWludF9taW49NSBzY2VuZWN1dD00MCBpbnRyYV9yZWZyZXNoPTAgcmNfbG\
        9va2FoZWFkPTYwIHJjPWNyZiBtYnRyZWU9MSBjcmY9NTAuMCBxY29tcD0wLjYwIHFwbWluPTAgcXBtYXg9NjkgcXBzdGVwPTQgaXBfcmF0aW89MS40MCBhcT0xOjEuMDAA\
        gAAAABtliIEAAn/+l85ld73MdXm+QIHXg/FrQgvCVEcAAAAJQZoJLYh//yWgAAAACUGeEIcQS/9zQQAAAAkBnhgmiH//gYAAAAAJAZ4YRoh//4GBAAAACQGeGGaIf/+BgQ\
        AAAAkBnhitSH//gYEAAAAJAZ4YzUh//4GBAAAACQGeGO1If/+BgAAAAAkBnhkNSH//gYA=
        """
}
