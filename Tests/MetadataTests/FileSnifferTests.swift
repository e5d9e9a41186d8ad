import Testing

@testable import Metadata

private func sniff(_ bytes: [UInt8], _ name: String = "file") -> String? {
    bytes.withUnsafeBytes { FileSniffer.sniff($0, name: name)?.uniformType }
}

@Suite struct FileSnifferTests {
    @Test(
        arguments: [
            (Samples.jpeg(), "public.jpeg"), (Samples.png(), "public.png"), (Samples.gif(frames: 1), "com.compuserve.gif"),
            (Samples.webP([("VP8X", [])]), "org.webmproject.webp"),
            ([0xFF, 0x0A, 0, 0], "public.jpeg-xl"), ([0, 0, 0, 12] + Array("JXL ".utf8) + [13, 10, 0x87, 10], "public.jpeg-xl"),
            ([0, 0, 0, 12] + Array("jP  ".utf8) + [13, 10, 0x87, 10], "public.jpeg-2000"), ([0xFF, 0x4F, 0xFF, 0x51], "public.jpeg-2000"),
            (Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], "com.microsoft.bmp"),
            (Array("RIFF....WAVE".utf8), "com.microsoft.waveform-audio"), (Array("RIFF....AVI ".utf8), "public.avi"),
            (Array("caff".utf8) + [0, 1], "com.apple.coreaudio-format"), (Array("ID3".utf8), "public.mp3"), ([0xFF, 0xFB, 0x90, 0x00], "public.mp3"),
        ] as [([UInt8], String)])
    func magicNumbersTellTheType(bytes: [UInt8], type: String) {
        #expect(sniff(bytes) == type)
    }

    @Test(
        arguments: [
            (Samples.fileType("heic", "mif1"), "public.heic"), (Samples.fileType("heix"), "public.heic"),
            (Samples.fileType("mif1", "mif1", "heic"), "public.heic"), (Samples.fileType("mif1", "avif"), "public.avif"),
            (Samples.fileType("mif1"), "public.heif"), (Samples.fileType("msf1", "hevc"), "public.heics"), (Samples.fileType("hevc"), "public.heics"),
            (Samples.fileType("avis"), "public.avis"), (Samples.fileType("crx ", "isom"), "com.canon.cr3-raw-image"),
            (Samples.fileType("qt  "), "com.apple.quicktime-movie"), (Samples.fileType("isom", "avc1"), "public.mpeg-4"),
            (Samples.fileType("mp42"), "public.mpeg-4"), (Samples.fileType("M4V "), "com.apple.m4v-video"), (Samples.fileType("M4A "), "com.apple.m4a-audio"),
            (Samples.fileType("3gp4"), "public.3gpp"), (Samples.fileType("3g2a"), "public.3gpp2"), (Samples.fileType("XXXX", "isom"), "public.mpeg-4"),
        ] as [([UInt8], String)])
    func brandsTellTheType(bytes: [UInt8], type: String) {
        #expect(sniff(bytes) == type)
    }

    @Test func unknownBrandIsNoType() { #expect(sniff(Samples.fileType("XXXX", "YYYY")) == nil) }

    @Test func moviesOlderThanBrandsAreKnownByTheirFirstAtom() {
        #expect(sniff(Bytes.box("moov", [1, 2, 3])) == "com.apple.quicktime-movie")
        #expect(sniff(Bytes.box("wide", []) + Bytes.box("mdat", [1])) == "com.apple.quicktime-movie")
        #expect(sniff(Bytes.box("free", []) + Array("anything".utf8)) == nil)
    }

    @Test(arguments: [false, true])
    func rawFilesAreNotTakenForTIFF(littleEndian: Bool) {
        func tiff(_ entries: [(Int, DirectoryBuilder.Value)]) -> [UInt8] {
            DirectoryBuilder(isLittleEndian: littleEndian, entries: entries.map { (tag: $0.0, value: $0.1) }).tiff()
        }
        #expect(sniff(tiff([(0x106, .short([2]))])) == "public.tiff")
        #expect(sniff(tiff([(0x106, .short([2])), (0xC612, .bytes([1, 4, 0, 0]))])) == "com.adobe.raw-image")
        #expect(sniff(tiff([(0x106, .short([32803])), (0x10F, .ascii("NIKON CORPORATION"))])) == "com.nikon.raw-image")
        #expect(sniff(tiff([(0x106, .short([32803])), (0x10F, .ascii("SONY"))])) == "com.sony.arw-raw-image")
        #expect(sniff(tiff([(0x103, .short([65535])), (0x10F, .ascii("PENTAX"))])) == "com.pentax.raw-image")
        #expect(sniff(tiff([(0x106, .short([32803])), (0x10F, .ascii("Nobody"))])) == "public.camera-raw-image")
    }

    @Test func mosaicInASubdirectoryIsRaw() {
        // The first directory is a preview; the mosaic lies in the one that tag 0x14A points to.
        let sub = DirectoryBuilder(entries: [(tag: 0x106, value: .short([32803]))])
        let main = DirectoryBuilder(entries: [(tag: 0x106, value: .short([6])), (tag: 0x10F, value: .ascii("SAMSUNG")), (tag: 0x14A, value: .long([200]))]).tiff()
        let file = main + [UInt8](repeating: 0, count: 200 - main.count) + sub.build(at: 200)
        #expect(sniff(file) == "com.samsung.raw-image")
    }

    @Test func directoriesThatPointInCirclesEnd() {
        let circle = DirectoryBuilder(entries: [(tag: 0x14A, value: .long([8]))])
        let file = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + circle.build(at: 8, next: 8)
        #expect(sniff(file) == "public.tiff")
    }

    @Test(
        arguments: [
            (Array("FUJIFILMCCD-RAW 0201".utf8), "com.fuji.raw-image"), (Array("IIRO".utf8) + [8, 0, 0, 0], "com.olympus.or-raw-image"),
            ([0x49, 0x49, 0x55, 0, 8, 0, 0, 0], "com.panasonic.rw2-raw-image"), (Array("II*\0".utf8) + [16, 0, 0, 0, 0x43, 0x52, 2, 0], "com.canon.cr2-raw-image"),
        ] as [([UInt8], String)])
    func rawFilesWithTheirOwnMagic(bytes: [UInt8], type: String) { #expect(sniff(bytes) == type) }

    @Test func nameBreaksOnlyTies() {
        #expect(sniff([0x49, 0x49, 0x55, 0, 8, 0, 0, 0], "L1000001.RWL") == "com.leica.rwl-raw-image")
        #expect(sniff(Samples.fileType("mp42"), "film.m4v") == "com.apple.m4v-video")
        #expect(sniff(Samples.png(), "screenshot.jpeg") == "public.png")
        #expect(sniff(Array("plain words".utf8), "photo.jpg") == nil)
    }

    @Test func adjustmentsAndSidecarsAreKnownByTheirText() {
        #expect(sniff(Samples.adjustment()) == "com.apple.photos.apple-adjustment-envelope")
        #expect(sniff(Array("bplist00 ... adjustmentFormatIdentifier".utf8)) == "com.apple.photos.apple-adjustment-envelope")
        #expect(sniff(Array(Samples.adjustment().prefix(300))) == "com.apple.photos.apple-adjustment-envelope")
        #expect(sniff(Array("bplist00".utf8), "IMG_0001.AAE") == "com.apple.photos.apple-adjustment-envelope")
        #expect(sniff(Array("bplist00".utf8), "Info.plist") == nil)
        #expect(sniff(Array("<?xml version=\"1.0\"?><plist><dict></dict></plist>".utf8)) == nil)
        #expect(sniff(Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>".utf8)) == "com.adobe.xmp")
        #expect(sniff([0xEF, 0xBB, 0xBF] + Array("\n<?xpacket begin=''?>".utf8)) == "com.adobe.xmp")
        #expect(sniff(Array("<html><body>".utf8)) == nil)
    }

    @Test(arguments: [[], [0xFF], Array("BM is how this sentence begins, no bitmap".utf8), Array("%PDF-1.7".utf8), [UInt8](repeating: 0, count: 64)] as [[UInt8]])
    func otherContentIsNoType(bytes: [UInt8]) { #expect(sniff(bytes) == nil) }
}
