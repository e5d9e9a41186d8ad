extension ReferenceRow {
    static let all: [ReferenceRow] = [
        jpegs, profiledJPEGs, turns("jpeg", "jpg", "JPEG", .halved), greyPNGs, pngs, profiledPNGs, turns("png", "png", "PNG", .exact), statedPNGs, tiffs,
        turns("tiff", "tiff", "TIFF", .exact), webps, turns("webp", "webp", "WebP", .exact), others, turns("jxl", "jxl", "JPEG XL", .exact),
        heifs("heic", "HEIC"), heifTurns("heic", "HEIC"), heifs("avif", "AVIF"), heifTurns("avif", "AVIF"), raws, films, filmTurns,
        brights,
    ].flatMap(\.self)

    private typealias Row = ReferenceRow

    private static func turns(_ name: String, _ ending: String, _ format: String, _ accuracy: Accuracy) -> [ReferenceRow] {
        (1...8).map { Row("\(name)-turn\($0).\(ending)", format, "orientation \($0)", accuracy) }
    }

    private static let jpegs: [ReferenceRow] = [
        Row("jpeg-444.jpg", "JPEG", "4:4:4", .coded),
        Row("jpeg-422.jpg", "JPEG", "4:2:2", .halved),
        Row("jpeg-420.jpg", "JPEG", "4:2:0", .halved),
        Row("jpeg-440.jpg", "JPEG", "4:4:0", .halved),
        Row("jpeg-411.jpg", "JPEG", "4:1:1", .quartered),
        Row("jpeg-progressive.jpg", "JPEG", "progressive", .halved),
        Row("jpeg-arithmetic.jpg", "JPEG", "arithmetic coding", .halved),
        Row("jpeg-restart.jpg", "JPEG", "restart markers", .halved),
        Row("jpeg-grey.jpg", "JPEG", "grey", .grey(bits: 8), .coded),
        Row("jpeg-grey-gamma18.jpg", "JPEG", "grey, ICC", .grey(bits: 8), .within(0.8, 5)).of(.gamma18),
        Row("jpeg-rgb.jpg", "JPEG", "Adobe marker: RGB", .coded),
        Row("jpeg-cmyk.jpg", "JPEG", "Adobe marker: CMYK, ICC", .inks, .within(1.2, 6)).of(.ink),
        Row("jpeg-ycck.jpg", "JPEG", "Adobe marker: YCCK, ICC", .inks, .within(1.2, 6)).of(.ink),
        Row("jpeg-srgb.jpg", "JPEG", "ICC", .coded),
    ]

    private static let profiles: [(name: String, space: ReferenceSpace, eight: Accuracy)] = [
        ("p3", .displayP3, .converted),
        ("adobe", .adobeRGB, .converted),
        ("prophoto", .proPhoto, .converted),
        ("swapped", .swapped, .converted),
    ]

    private static let profiledJPEGs = profiles.flatMap { profile in
        let row = Row("jpeg-\(profile.name).jpg", "JPEG", "ICC", .within(1, 33)).of(profile.space)
        return [row, row.kept(.coded)]
    }

    private static let profiledPNGs = profiles.flatMap { profile in
        let eight = Row("png-\(profile.name)8.png", "PNG", "iCCP", profile.eight).of(profile.space, fileBits: 8)
        let sixteen = Row("png-\(profile.name)16.png", "PNG", "iCCP", .deep).of(profile.space)
        return [eight, eight.kept(.exact), sixteen.deep(.deepConverted), sixteen.deep().kept(.deep)]
    }

    private static let greyPNGs =
        [1, 2, 4, 8].map { Row("png-grey\($0).png", "PNG", "grey of \($0) bits", .grey(bits: $0), .exact) }
        + [Row("png-grey16.png", "PNG", "grey of 16 bits", .grey(bits: 16), .within(0.5, 1.1))]

    private static let pngs: [ReferenceRow] = [
        Row("png-grey16.png", "PNG", "grey of 16 bits", .grey(bits: 16), .deep).deep(),
        Row("png-rgb8.png", "PNG", "RGB", .exact),
        Row("png-rgb16.png", "PNG", "RGB of 16 bits", .within(0.5, 1.1)),
        Row("png-rgb16.png", "PNG", "RGB of 16 bits", .deep).deep(),
        Row("png-rgba8.png", "PNG", "RGB and alpha", .clear, .exact),
        Row("png-rgba16.png", "PNG", "RGB and alpha", .clear, .deep).deep(),
        Row("png-grey-alpha8.png", "PNG", "grey and alpha", .clearGrey, .exact),
        Row("png-grey-alpha16.png", "PNG", "grey and alpha", .clearGrey, .deep).deep(),
        Row("png-palette4.png", "PNG", "palette of 4 bits", .cells, .exact),
        Row("png-palette8.png", "PNG", "palette of 8 bits", .cells, .exact),
        Row("png-palette-clear.png", "PNG", "palette with tRNS", .cellsWithAlpha, .exact),
        Row("png-interlaced.png", "PNG", "interlaced", .exact),
        Row("png-interlaced16.png", "PNG", "interlaced", .deep).deep(),
    ]

    /// What chunks say of the colours.
    private static let statedPNGs: [ReferenceRow] = [
        Row("png-srgb8.png", "PNG", "iCCP", .exact),
        Row("png-srgb16.png", "PNG", "iCCP", .deep).deep(),
        Row("png-grey-gamma18-8.png", "PNG", "grey, iCCP", .grey(bits: 8), .converted).of(.gamma18, fileBits: 8),
        Row("png-grey-gamma18-16.png", "PNG", "grey, iCCP", .grey(bits: 16), .deep).of(.gamma18).deep(.deepConverted),
        Row("png-gamma22.png", "PNG", "gAMA 1/2.2", .exact),
        Row("png-gamma18.png", "PNG", "gAMA 1/1.8", .converted).of(.gamma18, fileBits: 8),
        Row("png-linear.png", "PNG", "gAMA 1", .converted).of(.linear, fileBits: 8),
        Row("png-chroma-p3.png", "PNG", "gAMA and cHRM", .converted).of(.displayP3, fileBits: 8),
        Row("png-srgb-chunk.png", "PNG", "sRGB over gAMA and cHRM", .exact),
        Row("png-cicp-p3.png", "PNG", "cICP", .converted).of(.displayP3, fileBits: 8),
    ]

    private static let tiffs: [ReferenceRow] = [
        Row("tiff-rgb8.tiff", "TIFF", "RGB, deflated", .exact),
        Row("tiff-rgb16.tiff", "TIFF", "RGB of 16 bits, deflated", .deep).deep(),
        Row("tiff-grey8.tiff", "TIFF", "grey", .grey(bits: 8), .exact),
        Row("tiff-grey16.tiff", "TIFF", "grey of 16 bits", .grey(bits: 16), .deep).deep(),
        Row("tiff-white-is-zero.tiff", "TIFF", "grey, white is zero", .grey(bits: 8), .exact),
        Row("tiff-tiled8.tiff", "TIFF", "tiled", .exact),
        Row("tiff-tiled16.tiff", "TIFF", "tiled, 16 bits", .deep).deep(),
        Row("tiff-rgba8.tiff", "TIFF", "RGB and alpha", .clear, .exact),
        Row("tiff-rgba16.tiff", "TIFF", "RGB and alpha of 16 bits", .clear, .deep).deep(),
        Row("tiff-lzw.tiff", "TIFF", "LZW", .exact),
        Row("tiff-jpeg.tiff", "TIFF", "JPEG within", .coded),
        Row("tiff-p3-8.tiff", "TIFF", "ICC", .converted).of(.displayP3, fileBits: 8),
        Row("tiff-p3-16.tiff", "TIFF", "ICC", .deep).of(.displayP3).deep(.deepConverted),
        Row("tiff-cmyk.tiff", "TIFF", "CMYK, ICC", .inks, .within(1, 6)).of(.ink),
        Row("tiff-lab.tiff", "TIFF", "CIELAB of 8 bits", .within(2, 30)),
    ]

    private static let webps: [ReferenceRow] = [
        Row("webp-lossy.webp", "WebP", "lossy", .within(1.5, 12)),
        Row("webp-lossless.webp", "WebP", "lossless", .exact),
        Row("webp-clear.webp", "WebP", "lossless with alpha", .clear, .exact),
        Row("webp-clear-lossy.webp", "WebP", "lossy with alpha", .clear, .within(1.5, 14)),
        Row("webp-p3.webp", "WebP", "ICC", .converted).of(.displayP3, fileBits: 8),
    ]

    private static let others: [ReferenceRow] = [
        Row("gif.gif", "GIF", "palette", .cells, .exact),
        Row("gif-clear.gif", "GIF", "palette with a transparent colour", .cellsWithHole, .exact),
        Row("bmp.bmp", "BMP", "RGB", .coded),
        Row("jpeg2000.jp2", "JPEG 2000", "lossless", .exact),
        Row("jxl-rgb8.jxl", "JPEG XL", "RGB", .exact),
        Row("jxl-rgb16.jxl", "JPEG XL", "RGB of 16 bits", .deep).deep(),
        Row("jxl-grey8.jxl", "JPEG XL", "grey", .grey(bits: 8), .exact),
        Row("jxl-grey16.jxl", "JPEG XL", "grey of 16 bits", .grey(bits: 16), .deep).deep(),
        Row("jxl-clear.jxl", "JPEG XL", "RGB and alpha", .clear, .exact),
        Row("jxl-p3-8.jxl", "JPEG XL", "colour encoding", .converted).of(.displayP3, fileBits: 8),
        Row("jxl-p3-16.jxl", "JPEG XL", "colour encoding", .deep).of(.displayP3).deep(.deepConverted),
    ]

    private static func heifs(_ name: String, _ format: String) -> [ReferenceRow] {
        func row(_ suffix: String, _ what: String, _ accuracy: Accuracy) -> ReferenceRow { row(suffix, what, .colours, accuracy) }
        func row(_ suffix: String, _ what: String, _ scene: ReferenceScene.Subject, _ accuracy: Accuracy) -> ReferenceRow {
            Row("\(name)-\(suffix).\(name)", format, what, scene, accuracy)
        }
        return [
            row("420-8", "4:2:0", .halved),
            row("420-10", "4:2:0 of 10 bits", .halved),
            row("420-10", "4:2:0 of 10 bits", .deep).deep(.within(1.6, 8)),
            row("420-12", "4:2:0 of 12 bits", .halved),
            row("420-12", "4:2:0 of 12 bits", .deep).deep(.within(1.6, 8)),
            row("422-8", "4:2:2", .halved),
            row("444-8", "4:4:4", .coded),
            row("444-10", "4:4:4 of 10 bits", .deep).deep(.within(0.2, 1)),
            row("grey8", "grey", .grey(bits: 8), .exact),
            row("grey10", "grey of 10 bits", .grey(bits: 10), .within(0.6, 1.5)),
            row("grey10", "grey of 10 bits", .grey(bits: 10), .deep).deep(.within(0.02, 0.1)),
            row("grey12", "grey of 12 bits", .grey(bits: 12), .deep).deep(.within(0.02, 0.1)),
            row("grey-gamma18", "grey, ICC", .grey(bits: 8), .converted).of(.gamma18, fileBits: 8),
            row("limited", "limited range", .halved),
            row("bt709", "BT.709's matrix", .halved),
            row("p3-nclx", "nclx", .within(1.8, 34)).of(.displayP3),
            row("p3-nclx", "nclx", .halved).of(.displayP3).kept(.halved),
            row("p3-icc", "ICC", .within(1.8, 34)).of(.displayP3),
            row("p3-icc-10", "ICC, 10 bits", .deep).of(.displayP3).deep(.within(1.8, 30)),
            row("bt2020", "nclx, BT.2020's matrix, limited, 10 bits", .within(2, 48)).of(.bt2020),
            row("bt2020", "nclx, BT.2020's matrix, limited, 10 bits", .deep).of(.bt2020).deep(.within(2, 46)),
            row("clap", "clap", .halved),
            row("clap-turn", "clap, irot 1", .halved),
            row("clear8", "alpha", .clear, .coded),
            row("clear10", "alpha, 10 bits", .clear, .deep).deep(.within(0.2, 1)),
            row("grid", "2 × 2 tiles, cut", .halved).with { ($0.width, $0.height) = (112, 80) },
        ]
    }

    private static func heifTurns(_ name: String, _ format: String) -> [ReferenceRow] {
        (0..<4).flatMap { quarters in
            ["", "-mirror0", "-mirror1"].map { mirror in
                Row("\(name)-turn\(quarters)\(mirror).\(name)", format, "irot \(quarters)" + mirror.replacing("-mirror", with: ", imir "), .halved)
            }
        }
    }

    private static let raws =
        [1, 3, 6, 8].map { Row("dng-turn\($0).dng", "DNG", "Bayer mosaic of 16 bits, orientation \($0)", .bright, .within(2, 30)) }
        + [Row("dng-turn1.dng", "DNG", "Bayer mosaic of 16 bits", .bright, .within(2, 30)).deep(.within(2, 30))]

    private static let films: [ReferenceRow] = [
        Row("film-h264-601.mov", "QuickTime", "H.264, BT.601", .within(1.6, 10)),
        Row("film-h264-601-full.mov", "QuickTime", "H.264, BT.601, full range", .within(1.6, 10)),
        Row("film-h264-709.mov", "QuickTime", "H.264, BT.709", .within(1.6, 10)),
        Row("film-h264-709-full.mov", "QuickTime", "H.264, BT.709, full range", .within(1.6, 10)),
        Row("film-hevc-709.mov", "QuickTime", "HEVC, BT.709", .within(1.6, 10)),
        Row("film-hevc-709-10.mov", "QuickTime", "HEVC, BT.709, 10 bits", .within(1.6, 10)),
        Row("film-hevc-709-full-10.mov", "QuickTime", "HEVC, BT.709, full range, 10 bits", .within(1.6, 10)),
        Row("film-hevc-p3.mov", "QuickTime", "HEVC, 10 bits", .within(2, 34)).of(.displayP3),
        Row("film-hevc-bt2020.mov", "QuickTime", "HEVC, 10 bits", .within(2, 50)).of(.bt2020),
        Row("film-prores-422.mov", "QuickTime", "ProRes 422 of 10 bits", .within(1.6, 10)),
    ]

    private static let brights: [ReferenceRow] = [
        (Row("png-pq.png", "PNG", "cICP: BT.2020, PQ", .within(0.5, 2)).bright(.perceptual), Accuracy.deepConverted),
        (Row("png-hlg.png", "PNG", "cICP: BT.2020, HLG", .within(0.5, 2)).bright(.hybrid), .deepConverted),
        (Row("jxl-pq.jxl", "JPEG XL", "BT.2020, PQ", .within(0.5, 2)).bright(.perceptual), .deepConverted),
        (Row("jxl-hlg.jxl", "JPEG XL", "BT.2020, HLG", .within(0.5, 2)).bright(.hybrid), .deepConverted),
        (Row("heic-pq.heic", "HEIC", "nclx: BT.2020, PQ, 10 bits", .within(2, 75)).bright(.perceptual), .within(1.6, 12)),
        (Row("heic-hlg.heic", "HEIC", "nclx: BT.2020, HLG, 10 bits", .within(2, 75)).bright(.hybrid), .within(1.6, 12)),
        (Row("heic-pq-p3-12.heic", "HEIC", "nclx: Display P3, PQ, 12 bits", .within(2, 75)).bright(.perceptual, .displayP3), .within(1.6, 12)),
        (Row("avif-pq.avif", "AVIF", "nclx: BT.2020, PQ, 10 bits", .within(2, 75)).bright(.perceptual), .within(1.6, 12)),
        (Row("avif-hlg.avif", "AVIF", "nclx: BT.2020, HLG, 10 bits", .within(2, 75)).bright(.hybrid), .within(1.6, 12)),
        (Row("avif-pq-p3-12.avif", "AVIF", "nclx: Display P3, PQ, 12 bits", .within(2, 75)).bright(.perceptual, .displayP3), .within(1.6, 12)),
        (Row("film-hevc-pq.mov", "QuickTime", "HEVC, BT.2020, PQ, 10 bits", .within(2, 75)).bright(.perceptual), .within(1.6, 12)),
        (Row("film-hevc-hlg.mov", "QuickTime", "HEVC, BT.2020, HLG, 10 bits", .within(2, 75)).bright(.hybrid), .within(1.6, 12)),
    ].flatMap { row, stored in [row, row.shown(headroom: 0, stored), row.shown(headroom: 3, stored)] }

    private static let filmTurns = [90, 180, 270].map { Row("film-turn\($0).mov", "QuickTime", "H.264, turned by \($0)°", .within(1.6, 10)) }
}
