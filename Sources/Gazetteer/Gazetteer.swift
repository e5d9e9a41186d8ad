import Foundation
import Geodesy
import Support

/// Names of countries, regions and towns, and which are those of a place: GeoNames' towns of 15,000 people and more, read from files that a package ships.
///
/// A place is in the town that lies next to it, 30 km off at most; in the region and the country of that town, 50 and 200 km off at most. A town reaches
/// further the more people it has.
/// There are no borders in it: near one, a place may be told to lie on the other side.
package final class Gazetteer: Sendable {
    /// Kilometres.
    static let townReach = 30.0, regionReach = 50.0, countryReach = 200.0

    /// Where something lies, by name.
    package struct Place: Sendable, Hashable {
        enum Level: UInt8 { case country, region, town }

        let town: UInt32
        let level: Level
    }

    private struct Town {
        let number: UInt32, population: UInt32
        let name: UInt32, asciiName: UInt32, end: UInt32
        let country: UInt16
        /// `none` where it lies in no region.
        let region: UInt16
        /// The town that a part of a town is a part of; itself for a town.
        var whole: UInt32 = 0
        let isPart: Bool
    }

    private struct Country {
        let code: String, name: String
        let population: UInt32
        /// That of most people there.
        let language: String?
    }

    private struct Region {
        let code: String, name: String
        let asciiName: String
    }

    private static let none = UInt16.max

    private let towns: [Town]
    private let grid: TownGrid
    /// The towns' names, one behind the other.
    private let texts: [UInt8]
    private let countries: [Country]
    private let regions: [Region]
    private let translations: Translations

    /// Reads the tables, which takes some hundredths of a second.
    package init(_ files: GazetteerFiles) throws(PackageFileError) {
        let (countries, countryIndexes) = try Self.countries(files)
        let (regions, regionIndexes) = try Self.regions(files)
        var found: [Town] = [], positions: [(latitude: Double, longitude: Double)] = [], texts: [UInt8] = []
        let file = try TableFile(files.towns)
        try file.forEachLine(fields: 19) { line throws(PackageFileError) in
            guard let number = line[0].number, let latitude = Double(line.text(4)), let longitude = Double(line.text(5)), (-90...90).contains(latitude),
                (-180...180).contains(longitude), !line[1].isEmpty
            else { throw file.damaged(line, "is no town") }
            let code = line.text(8)
            guard let country = countryIndexes[code] else { throw file.damaged(line, "names the country \(code), which \(files.countries) lacks") }
            let start = UInt32(texts.count)
            texts += line[1]
            let middle = UInt32(texts.count)
            texts += line[2]
            found.append(
                Town(
                    number: number, population: line[14].number ?? 0, name: start, asciiName: middle, end: UInt32(texts.count), country: country,
                    region: regionIndexes["\(code).\(line.text(10))"] ?? Self.none, isPart: line[7].elementsEqual("PPLX".utf8)))
            positions.append((latitude, longitude))
        }
        try Self.checkWhole(files, countries, regions, found)
        let (order, starts) = TownGrid.order(positions)
        let directions = order.map { Direction(latitude: positions[$0].latitude, longitude: positions[$0].longitude) }
        let towns = Self.joiningParts(order.map { found[$0] }, directions)
        // A part of a town has the town's, so that within a town the nearest middle counts.
        let radii = towns.map { Self.radius(population: towns[Int($0.whole)].population) }
        (self.towns, grid) = (towns, TownGrid(directions: directions, radii: radii, starts: starts))
        (self.texts, self.countries, self.regions) = (texts, countries, regions)
        translations = Translations(files)
    }

    /// How far the middle of a town reaches, in kilometres: three and a half for two million people. Without it what lies in a large town would belong to whichever
    /// small one at its edge has its middle nearer.
    static func radius(population: UInt32) -> Double { 0.0025 * Double(population).squareRoot() }

    private static func countries(_ files: GazetteerFiles) throws(PackageFileError) -> ([Country], [String: UInt16]) {
        var countries: [Country] = [], indexes: [String: UInt16] = [:]
        try TableFile(files.countries).forEachLine(fields: 17) { line throws(PackageFileError) in
            let code = line.text(0)
            indexes[code] = UInt16(truncatingIfNeeded: countries.count)
            let language = line.text(15).prefix { $0 != "," && $0 != "-" }
            countries.append(Country(code: code, name: line.text(4), population: line[7].number ?? 0, language: language.isEmpty ? nil : String(language)))
        }
        return (countries, indexes)
    }

    private static func regions(_ files: GazetteerFiles) throws(PackageFileError) -> ([Region], [String: UInt16]) {
        var regions: [Region] = [], indexes: [String: UInt16] = [:]
        let file = try TableFile(files.regions)
        try file.forEachLine(fields: 4) { line throws(PackageFileError) in
            guard regions.count < Int(none) else { throw file.damaged(line, "is one more region than the earth has") }
            let code = line.text(0)
            indexes[code] = UInt16(regions.count)
            regions.append(Region(code: code, name: line.text(1), asciiName: line.text(2)))
        }
        return (regions, indexes)
    }

    /// How many people a country has that has towns and regions.
    private static let peopled = 1_000_000

    /// A table that was cut between two lines tells nothing of it but by what it lacks. A country that is none any more has neither towns nor regions.
    private static func checkWhole(_ files: GazetteerFiles, _ countries: [Country], _ regions: [Region], _ towns: [Town]) throws(PackageFileError) {
        let withTowns = Set(towns.map(\.country)), withRegions = Set(regions.map { $0.code.prefix { $0 != "." } })
        for (index, country) in countries.enumerated() where country.population >= peopled {
            let hasTowns = withTowns.contains(UInt16(truncatingIfNeeded: index)), hasRegions = withRegions.contains(country.code[...])
            guard hasTowns != hasRegions else { continue }
            let detail = "it has no \(hasTowns ? "region" : "town") of \(country.name), as a table that was cut short"
            throw PackageFileError(.damaged(detail: detail), hasTowns ? files.regions : files.towns, of: GazetteerFiles.source)
        }
    }

    /// Parts of towns (`PPLX`) belong to a town of their region whose middle is near, the nearer the larger that is: half the people of a town of a million
    /// live within seven kilometres.
    private static func joiningParts(_ towns: [Town], _ directions: [Direction]) -> [Town] {
        var towns = towns, byRegion: [UInt32: [Int]] = [:]
        func key(_ town: Town) -> UInt32 { UInt32(town.country) << 16 | UInt32(town.region) }
        for index in towns.indices {
            towns[index].whole = UInt32(index)
            if !towns[index].isPart { byRegion[key(towns[index]), default: []].append(index) }
        }
        for index in towns.indices where towns[index].isPart {
            var best = Double.infinity
            for other in byRegion[key(towns[index])] ?? [] {
                let kilometres = directions[index].kilometres(directions[other])
                let rank = kilometres - 0.0065 * Double(towns[other].population).squareRoot()
                if kilometres <= townReach, rank < best { (best, towns[index].whole) = (rank, UInt32(other)) }
            }
        }
        return towns
    }

    // MARK: Asking

    /// How many towns it knows, parts of towns among them.
    package var count: Int { towns.count }

    /// Where a position lies; `nil` where no town is near, and for what is no position.
    /// - Parameters: degrees.
    package func place(latitude: Double, longitude: Double) -> Place? {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), let (index, kilometres) = grid.nearest(latitude: latitude, longitude: longitude),
            kilometres <= Self.countryReach
        else { return nil }
        if kilometres <= Self.townReach { return Place(town: UInt32(index), level: .town) }
        // All that is far from a town of one country, or region, is one place.
        return Place(town: UInt32(index), level: kilometres <= Self.regionReach && towns[index].region != Self.none ? .region : .country)
    }

    /// What a place is called, the smallest first: part of a town, town, region, country. A region that is called as its town is left out.
    /// - Parameter languages: folders of translations such as `zh_CN`, the preferred first; without a translation the name is GeoNames' own.
    package func names(of place: Place, in languages: [String]) -> [String] {
        var names: [String] = []
        for part in parts(of: place) {
            let name = name(of: part, in: languages)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The name of the town, else of the region, else of the country.
    package func name(of place: Place, in languages: [String]) -> String? {
        parts(of: place).first { !$0.isPart }.map { name(of: $0, in: languages) }
    }

    /// A town of a part of the world, before it is named.
    struct FoundTown {
        let index: Int
        let latitude: Double, longitude: Double, population: Int
    }

    /// Those with most people first.
    func towns(in box: MapBox, withParts: Bool) -> [FoundTown] {
        let found = towns.indices.compactMap { index -> FoundTown? in
            guard withParts || !towns[index].isPart else { return nil }
            let (latitude, longitude) = grid.position(index)
            guard box.contains(latitude: latitude, longitude: longitude) else { return nil }
            return FoundTown(index: index, latitude: latitude, longitude: longitude, population: Int(towns[index].population))
        }
        return found.sorted { ($1.population, towns[$0.index].number) < ($0.population, towns[$1.index].number) }
    }

    /// Those of which a folded name begins so, or a word of one does: whole names first, then beginnings of names, then words; of these those with most people.
    func towns(matching beginning: [UInt8], most: Int, languages: [String]) -> [FoundTown] {
        guard !beginning.isEmpty else { return [] }
        var translated: [UInt32: NameMatch] = [:]
        for language in Set(Self.searchedLanguages + languages) {
            translations.forEachTown(in: language) { number, name in
                if let match = NameMatch(of: NameMatch.fold(name), with: beginning) { translated[number] = min(translated[number] ?? match, match) }
            }
        }
        // What is typed in plain letters is looked for in the names that are written so.
        let isPlain = beginning.allSatisfy { $0 < 0x80 }
        var found: [(match: NameMatch, index: Int)] = []
        for (index, town) in towns.enumerated() {
            let name = isPlain ? town.asciiName..<town.end : town.name..<town.asciiName
            let own = NameMatch(of: NameMatch.fold(texts[Int(name.lowerBound)..<Int(name.upperBound)]), with: beginning)
            if let match = [own, translated[town.number]].compactMap({ $0 }).min() { found.append((match, index)) }
        }
        found.sort { one, other in
            let (first, second) = (towns[one.index], towns[other.index])
            return (one.match.rawValue, second.population, first.number) < (other.match.rawValue, first.population, second.number)
        }
        return found.prefix(most).map { match in
            let (latitude, longitude) = grid.position(match.index)
            return FoundTown(index: match.index, latitude: latitude, longitude: longitude, population: Int(towns[match.index].population))
        }
    }

    func name(of town: FoundTown, in languages: [String]) -> String { name(of: part(towns[town.index], isPart: false), in: languages) }

    private func name(of part: Part, in languages: [String]) -> String {
        languages.lazy.compactMap { [translations] in translations.name(part.key, in: $0) }.first ?? part.name
    }

    /// Languages in which people look for places, beside the one that is spoken there.
    private static let searchedLanguages = ["en", "de", "zh", "zh_CN", "zh_TW", "zh_HK"]

    /// All that a place is found by: its names in the languages of this product, in that of the country, and in ASCII.
    package func allNames(of place: Place) -> [String] {
        let language = countries[Int(towns[Int(place.town)].country)].language
        var names: [String] = []
        for part in parts(of: place) {
            let translated = (Self.searchedLanguages + (language.map { [$0] } ?? [])).compactMap { translations.name(part.key, in: $0) }
            for name in [part.name, part.asciiName] + translated where !name.isEmpty && !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// Whatever has a name of its own.
    private struct Part {
        let key: String, name: String, asciiName: String
        var isPart = false
    }

    private func parts(of place: Place) -> [Part] {
        let town = towns[Int(place.town)]
        var parts: [Part] = []
        if place.level == .town {
            parts.append(part(town, isPart: town.whole != place.town))
            if town.whole != place.town { parts.append(part(towns[Int(town.whole)], isPart: false)) }
        }
        if place.level != .country, town.region != Self.none {
            let region = regions[Int(town.region)]
            parts.append(Part(key: region.code, name: region.name, asciiName: region.asciiName))
        }
        let country = countries[Int(town.country)]
        parts.append(Part(key: country.code, name: country.name, asciiName: country.name))
        return parts
    }

    private func part(_ town: Town, isPart: Bool) -> Part {
        func text(_ range: Range<UInt32>) -> String { String(decoding: texts[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self) }
        return Part(key: String(town.number), name: text(town.name..<town.asciiName), asciiName: text(town.asciiName..<town.end), isPart: isPart)
    }
}
