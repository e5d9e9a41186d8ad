import Foundation

/// A small gazetteer in a folder of its own, which goes when the value goes: tables as GeoNames publishes them, translations as gettext compiles them.
package final class MadeGazetteer: Sendable {
    package struct Town: Sendable {
        package var number: Int, name: String, latitude: Double, longitude: Double, country: String, region: String
        package var population = 20_000
        /// `PPLX` for a part of a town.
        package var kind = "PPL"

        package init(_ number: Int, _ name: String, _ latitude: Double, _ longitude: Double, _ country: String, _ region: String, population: Int = 20_000, kind: String = "PPL") {
            (self.number, self.name, self.latitude, self.longitude, self.country, self.region) = (number, name, latitude, longitude, country, region)
            (self.population, self.kind) = (population, kind)
        }
    }

    /// Where the files are, tables and translations.
    package let folder: URL
    package var towns: URL { folder.appendingPathComponent("cities15000.txt") }

    package static let usualTowns = [
        Town(2_267_057, "Lisbon", 38.71667, -9.13333, "PT", "14", population: 517_802, kind: "PPLC"),
        Town(8_012_502, "Alfama", 38.7116, -9.1261, "PT", "14", kind: "PPLX"),
        Town(2_735_943, "Porto", 41.14961, -8.61099, "PT", "17", population: 249_633),
        Town(2_867_714, "Munich", 48.13743, 11.57549, "DE", "02", population: 1_260_391),
        Town(2_950_159, "Berlin", 52.52437, 13.41053, "DE", "16", population: 3_426_354),
        Town(2_198_148, "Suva", -18.14161, 178.44149, "FJ", "00", population: 77_366),
    ]

    package init(_ towns: [Town] = MadeGazetteer.usualTowns) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gazetteer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(towns)
        try Data("DE.02\tBavaria\tBavaria\t2951839\nDE.16\tBerlin\tBerlin\t2950157\nPT.14\tLisbon District\tLisbon District\t2267056\nPT.17\tPorto\tPorto\t2735941\n".utf8)
            .write(to: folder.appendingPathComponent("admin1Codes.txt"))
        func country(_ code: String, _ name: String, _ languages: String) -> String {
            ([code, "", "", "", name] + Array(repeating: "", count: 10) + [languages, "", "", ""]).joined(separator: "\t")
        }
        let countries = ["# ISO\tISO3", country("DE", "Germany", "de"), country("FJ", "Fiji", "en-FJ,fj"), country("PT", "Portugal", "pt-PT,mwl")]
        try Data((countries.joined(separator: "\n") + "\n").utf8).write(to: folder.appendingPathComponent("countryInfo.txt"))
        try write(["2867714": "München", "DE": "Deutschland", "DE.02": "Bayern", "2267057": "Lissabon"], in: "de")
        try write(["2267057": "Lisboa", "PT.14": "Distrito de Lisboa"], in: "pt")
        try write(["2267057": "里斯本", "PT": "葡萄牙"], in: "zh")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    package func write(_ towns: [Town]) throws {
        let lines = towns.map { town in
            [
                "\(town.number)", town.name, town.name, "", "\(town.latitude)", "\(town.longitude)", "P", town.kind, town.country, "", town.region, "", "", "",
                "\(town.population)", "", "", "", "2020-01-01\n",
            ].joined(separator: "\t")
        }
        try Data(lines.joined().utf8).write(to: self.towns)
    }

    package func translation(_ language: String) -> URL { folder.appendingPathComponent("\(language)/LC_MESSAGES/geonames.mo") }

    package func write(_ names: [String: String], in language: String) throws {
        let sorted = names.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var tables: [UInt32] = [], texts: [UInt8] = []
        let start = 28 + 16 * sorted.count
        for text in sorted.map(\.key) + sorted.map(\.value) {
            tables += [UInt32(text.utf8.count), UInt32(start + texts.count)]
            texts += Array(text.utf8) + [0]
        }
        let head: [UInt32] = [0x9504_12DE, 0, UInt32(sorted.count), 28, UInt32(28 + 8 * sorted.count), 0, UInt32(start)]
        var bytes = Data()
        for word in head + tables { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
        bytes.append(contentsOf: texts)
        let file = translation(language)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
    }
}
