import Foundation
import Support
import Synchronization
import TestSupport
import Testing
@testable import Gazetteer

@Suite struct GazetteerTests {
    private func files(_ made: MadeGazetteer) -> GazetteerFiles { GazetteerFiles(tables: made.folder.path, translations: made.folder.path) }

    @Test func `a place has the names of its part of town, town, region and country`() throws {
        let made = try MadeGazetteer(), gazetteer = try Gazetteer(files(made))
        func names(_ latitude: Double, _ longitude: Double, _ languages: [String] = []) -> [String] {
            gazetteer.place(latitude: latitude, longitude: longitude).map { gazetteer.names(of: $0, in: languages) } ?? []
        }
        #expect(names(38.7118, -9.126) == ["Alfama", "Lisbon", "Lisbon District", "Portugal"])
        #expect(names(38.75, -9.2) == ["Lisbon", "Lisbon District", "Portugal"])
        #expect(names(48.1, 11.6, ["de"]) == ["München", "Bayern", "Deutschland"])
        #expect(names(52.5, 13.4, ["de"]) == ["Berlin", "Deutschland"], "a region called as its town is named once")
        #expect(names(38.75, -9.2, ["zh_CN", "zh"]) == ["里斯本", "Lisbon District", "葡萄牙"], "what has no translation has GeoNames' name")
        // 40 km north of Munich's middle it is still Bavaria, 100 km north still Germany, and in the ocean nothing.
        #expect(names(48.5, 11.57) == ["Bavaria", "Germany"])
        #expect(names(49.1, 11.57) == ["Germany"])
        #expect(names(45, -40) == [])
        #expect(names(.nan, 0) == [] && names(91, 0) == [] && names(0, 180.5) == [] && names(.infinity, 0) == [])
        let alfama = try #require(gazetteer.place(latitude: 38.7118, longitude: -9.126))
        #expect(gazetteer.name(of: alfama, in: ["de"]) == "Lissabon", "a title names the town")
        #expect(Set(gazetteer.allNames(of: alfama)) == ["Alfama", "Lisbon", "Lissabon", "里斯本", "Lisboa", "Lisbon District", "Distrito de Lisboa", "Portugal", "葡萄牙"])
    }

    @Test func `a place lies across the line where east becomes west, and at a pole`() throws {
        let made = try MadeGazetteer([MadeGazetteer.Town(1, "East", 10, 179.95, "FJ", ""), MadeGazetteer.Town(2, "Pole", 89.9, 0, "FJ", "")])
        let gazetteer = try Gazetteer(files(made))
        #expect(gazetteer.place(latitude: 10, longitude: -179.98).map { gazetteer.names(of: $0, in: []) } == ["East", "Fiji"])
        #expect(gazetteer.place(latitude: 10, longitude: -180).map { gazetteer.names(of: $0, in: []) } == ["East", "Fiji"])
        #expect(gazetteer.place(latitude: 89.95, longitude: 179).map { gazetteer.names(of: $0, in: []) } == ["Pole", "Fiji"])
        #expect(gazetteer.place(latitude: 90, longitude: 45).map { gazetteer.names(of: $0, in: []) } == ["Pole", "Fiji"])
    }

    /// Against looking at every town, on random towns, many of them close together.
    @Test func `the town that is found is the nearest of all`() throws {
        var random = SeededRandom(seed: 7)
        let places = (0..<600).map { number -> (latitude: Double, longitude: Double) in
            number.isMultiple(of: 3)
                ? (random.next(-90, 90), random.next(-180, 180)) : (random.next(40, 44), random.next(number.isMultiple(of: 2) ? 176 : -180, number.isMultiple(of: 2) ? 180 : -176))
        }
        let (order, starts) = TownGrid.order(places)
        let directions = order.map { Direction(latitude: places[$0].latitude, longitude: places[$0].longitude) }
        let radii = directions.map { _ in random.next(0, 12) }
        let grid = TownGrid(directions: directions, radii: radii, starts: starts)
        var near = 0
        for number in 0..<3000 {
            let isClose = number.isMultiple(of: 2)
            let latitude = isClose ? random.next(39, 45) : random.next(-90, 90), longitude = isClose ? random.next(-180, -175) : random.next(-180, 180)
            let direction = Direction(latitude: latitude, longitude: longitude)
            let ranks = zip(directions, radii).map { middle, radius in
                let far = direction.kilometres(middle)
                return far - (far <= Gazetteer.townReach ? radius : 0)
            }
            let best = ranks.min() ?? .infinity, found = grid.nearest(latitude: latitude, longitude: longitude)
            guard best < 200 else {
                #expect(found == nil || best < 500)
                continue
            }
            near += 1
            #expect(found.map { ranks[$0.index] } == best, "\(latitude), \(longitude)")
        }
        #expect(near > 1000)
    }

    /// A large town reaches far, and what is too far to be named by it is named by the small one before its gates.
    @Test func `a town that is too far takes no place from one that is not`() throws {
        let made = try MadeGazetteer([
            MadeGazetteer.Town(1, "Large", 50, 10, "DE", "02", population: 22_000_000), MadeGazetteer.Town(2, "Small", 50.54, 10, "DE", "02"),
        ])
        let gazetteer = try Gazetteer(files(made))
        #expect(gazetteer.place(latitude: 50.315, longitude: 10).map { gazetteer.names(of: $0, in: []) } == ["Small", "Bavaria", "Germany"])
        #expect(gazetteer.place(latitude: 50.2, longitude: 10).map { gazetteer.names(of: $0, in: []) } == ["Large", "Bavaria", "Germany"])
    }

    @Test func `a part of a town belongs to the town whose people live there, not to the largest around`() throws {
        let made = try MadeGazetteer([
            MadeGazetteer.Town(1, "Large", 51.45, 7.01, "DE", "02", population: 590_000),
            MadeGazetteer.Town(2, "Small", 51.48, 7.22, "DE", "02", population: 360_000),
            MadeGazetteer.Town(3, "Part", 51.48, 7.19, "DE", "02", kind: "PPLX"),
            MadeGazetteer.Town(4, "Lonely", 20, 20, "DE", "02", kind: "PPLX"),
        ])
        let gazetteer = try Gazetteer(files(made))
        #expect(gazetteer.place(latitude: 51.48, longitude: 7.19).map { gazetteer.names(of: $0, in: []) } == ["Part", "Small", "Bavaria", "Germany"])
        #expect(gazetteer.place(latitude: 20, longitude: 20).map { gazetteer.names(of: $0, in: []) } == ["Lonely", "Bavaria", "Germany"])
        #expect(gazetteer.place(latitude: 20, longitude: 20).flatMap { gazetteer.name(of: $0, in: []) } == "Lonely")
    }

    @Test func `towns are found by the beginning of a name or of a word in it, in several languages`() throws {
        let made = try MadeGazetteer(
            MadeGazetteer.usualTowns + [
                MadeGazetteer.Town(1, "New Lisbon", 0, 0, "PT", "00", population: 900_000), MadeGazetteer.Town(2, "Portalegre", 39.3, -7.43, "PT", "00"),
                MadeGazetteer.Town(3, "Łódź", 51.77, 19.47, "DE", "00"),
            ])
        let gazetteer = try Gazetteer(files(made))
        func found(_ text: String, _ languages: [String] = [], most: Int = 10) -> [String] { gazetteer.towns(called: text, most: most, languages: languages).map { $0.names[0] } }
        #expect(found("LISB") == ["Lisbon", "New Lisbon"], "what begins so comes before a word of a larger town")
        #expect(found("port") == ["Porto", "Portalegre"] && found("p", most: 1) == ["Porto"] && found("porto") == ["Porto"])
        #expect(found("munchen") == ["Munich"] && found("München", ["de"]) == ["München"] && found("muni", ["de"]) == ["München"])
        #expect(found("里斯", ["zh_CN", "zh"]) == ["里斯本"] && found("łód") == ["Łódź"])
        #expect(found("") == [] && found("isbon") == [] && found("nowhere") == [] && found("DE") == [])
        #expect(gazetteer.town(called: ["LISSABON", "portugal"], languages: [])?.names.first == "Lisbon")
        #expect(gazetteer.town(called: ["Lisbon"], languages: [])?.latitude == 38.71667)
        #expect(gazetteer.town(called: ["Lisb"], languages: []) == nil && gazetteer.town(called: ["Lisbon", "Germany"], languages: []) == nil)
        #expect(gazetteer.town(called: [], languages: []) == nil)
        let alfama = try #require(gazetteer.towns(called: "alfa", most: 10, languages: ["de"]).first)
        #expect(alfama.names == ["Alfama", "Lissabon", "Lisbon District", "Portugal"] && abs(alfama.latitude - 38.7116) < 1e-6 && abs(alfama.longitude + 9.1261) < 1e-6)
    }

    // MARK: Damage

    /// Cut at every byte, it is refused with the file's name, or it is whole up to there.
    @Test func `a table that was cut short is told by name`() throws {
        let made = try MadeGazetteer(), whole = try Data(contentsOf: made.towns), others = files(made)
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: made.towns)
            let isWholeLine = length > 0 && whole[length - 1] == 10
            do {
                let gazetteer = try Gazetteer(others)
                #expect(isWholeLine && gazetteer.count > 0, "\(length)")
            } catch {
                guard case .damaged = error.fault, error.file == made.towns.path, !isWholeLine else {
                    Issue.record("\(length): \(error)")
                    continue
                }
            }
        }
    }

    @Test func `a table that was cut between two lines is told by what it lacks`() throws {
        let made = try MadeGazetteer(), others = files(made), regions = made.folder.appendingPathComponent("admin1Codes.txt")
        func country(_ code: String, _ name: String, _ people: Int) -> String {
            ([code, "", "", "", name, "", "", "\(people)"] + Array(repeating: "", count: 11)).joined(separator: "\t") + "\n"
        }
        // Fiji has no regions here and fewer people than would need some; the last one is no country any more.
        let countries = [
            country("DE", "Germany", 81_802_257), country("FJ", "Fiji", 875_983), country("PT", "Portugal", 10_676_000), country("CS", "Serbia and Montenegro", 10_829_175),
        ]
        try Data(countries.joined().utf8).write(to: made.folder.appendingPathComponent("countryInfo.txt"))
        #expect(try Gazetteer(others).count == 6)
        try made.write(Array(MadeGazetteer.usualTowns.prefix(3)))
        let towns = #expect(throws: PackageFileError.self) { try Gazetteer(others) }
        #expect(towns?.file == made.towns.path && towns?.description.contains("it has no town of Germany, as a table that was cut short") == true)
        try made.write(MadeGazetteer.usualTowns)
        let lines = try String(contentsOf: regions, encoding: .utf8).split(separator: "\n")
        try Data("\(lines[0])\n\(lines[1])\n".utf8).write(to: regions)
        let lacking = #expect(throws: PackageFileError.self) { try Gazetteer(others) }
        #expect(lacking?.file == regions.path && lacking?.description.contains("it has no region of Portugal") == true)
    }

    @Test func `what is wrong is told with the line and the remedy`() throws {
        let made = try MadeGazetteer(), others = files(made)
        func message(_ text: String, _ file: String = "cities15000.txt") throws -> String {
            let file = made.folder.appendingPathComponent(file), before = try Data(contentsOf: file)
            defer { try? before.write(to: file) }
            try Data(text.utf8).write(to: file)
            do throws(PackageFileError) { return "\(try Gazetteer(others).count) towns" } catch { return error.description }
        }
        let fields = "\t\t99.5\t1\tP\tPPL\tDE\t\t02\t\t\t\t5\t\t\t\t2020-01-01\n"
        #expect(try message("1\tA\tA" + fields).contains("line 1 is no town"), "a latitude above 90")
        #expect(try message("1\tA\tA" + fields.replacing("99.5", with: "9.5").replacing("DE", with: "XX")).contains("line 1 names the country XX"))
        #expect(try message("1\tA\n").contains("line 1 has 2 fields instead of 19"))
        #expect(try message("1\tA\tA" + fields.replacing("99.5", with: "9.5")) == "1 towns")
        #expect(try message("DE\tDEU", "countryInfo.txt").contains("it ends within a line"))
        #expect(try message("", "admin1Codes.txt").contains("it is empty"))
        #expect(try message("", "admin1Codes.txt").contains("apt-get install --reinstall libtimezonemap-data"))
        try FileManager.default.removeItem(at: made.towns)
        let missing = #expect(throws: PackageFileError(.missing, made.towns.path, of: GazetteerFiles.source)) { try Gazetteer(others) }
        #expect(missing?.description == "Places have no names, since \(made.towns.path) isn't there. Install the package libtimezonemap-data, which has it.")
    }

    /// Cut at every byte and with every byte changed, a translation knows fewer or other names, and nothing worse happens.
    @Test func `a damaged translation leaves GeoNames' own names`() throws {
        let made = try MadeGazetteer(), file = made.translation("de"), whole = try Data(contentsOf: file)
        #expect(MessageCatalog(file.path)?["DE"] == "Deutschland")
        for length in 0..<whole.count {
            try whole.prefix(length).write(to: file)
            let name = MessageCatalog(file.path)?["DE"]
            #expect(name == nil || name == "Deutschland")
        }
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0xFF
            try changed.write(to: file)
            _ = MessageCatalog(file.path)?["DE"]
        }
        try Data().write(to: file)
        let gazetteer = try Gazetteer(files(made))
        #expect(gazetteer.place(latitude: 48.1, longitude: 11.6).map { gazetteer.names(of: $0, in: ["de"]) } == ["Munich", "Bavaria", "Germany"])
    }
}

@Suite struct PlaceBookTests {
    @Test func `without a gazetteer places have no names, and why is told once`() throws {
        let told = Told()
        let book = PlaceBook(GazetteerFiles(tables: "/nowhere", translations: "/nowhere")) { told.add($0) }
        #expect(told.errors == [], "nothing is read before a name is asked for")
        for _ in 0..<3 { #expect(book.names(latitude: 38.7, longitude: -9.1, in: []) == []) }
        #expect(book.allNames(latitude: 38.7, longitude: -9.1) == [] && book.name(latitude: 38.7, longitude: -9.1, in: []) == nil)
        #expect(told.errors == [PackageFileError(.missing, "/nowhere/countryInfo.txt", of: GazetteerFiles.source)])
    }

    @Test func `the columns' whole numbers and degrees mean the same cell`() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<10_000 {
            // Right at the edges of cells too.
            let latitude = (random.next(-9000, 9000)).rounded() / 100, longitude = random.next(-180, 180)
            #expect(PlaceNumbers.cell(latitude: latitude, longitude: longitude) == PlaceNumbers.cell(Int32((latitude * 1e7).rounded()), Int32((longitude * 1e7).rounded())))
        }
        #expect(PlaceNumbers.cell(latitude: 90, longitude: 180) != nil && PlaceNumbers.cell(latitude: -90, longitude: -180) == 0)
        #expect(PlaceNumbers.cell(.min, 0) == nil && PlaceNumbers.cell(.max, .max) == nil && PlaceNumbers.cell(latitude: .nan, longitude: 0) == nil)
    }

    @Test func `one place has one number`() throws {
        let made = try MadeGazetteer()
        let book = PlaceBook(GazetteerFiles(tables: made.folder.path, translations: made.folder.path)) { Issue.record("\($0)") }
        let numbers = book.withPlaces { places in
            [(38.75, -9.2), (38.76, -9.21), (48.1, 11.6), (0, 0)].map { places.number(ofCell: PlaceNumbers.cell(latitude: $0.0, longitude: $0.1) ?? 0) }
        }
        #expect(numbers == [0, 0, 1, -1])
        // Beside each other and by turns: what is remembered of one language or place is not told of another.
        for _ in 0..<2 {
            #expect(book.names(latitude: 38.75, longitude: -9.2, in: ["pt"]) == ["Lisboa", "Distrito de Lisboa", "Portugal"])
            #expect(book.names(latitude: 38.76, longitude: -9.21, in: []).first == "Lisbon")
            #expect(book.names(latitude: 48.1, longitude: 11.6, in: ["pt"]).contains("Lisboa") == false)
            #expect(book.names(latitude: 0, longitude: 0, in: ["pt"]) == [])
        }
    }
}

/// The package itself, where it is installed.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: GazetteerFiles.installed.towns))) struct InstalledGazetteerTests {
    @Test func `towns all over the world are known by name`() throws {
        let gazetteer = try Gazetteer(.installed)
        #expect(gazetteer.count > 20_000)
        let expected: [(Double, Double, String, String)] = [
            (48.8584, 2.2945, "Paris", "France"), (51.5007, -0.1246, "London", "United Kingdom"), (40.6892, -74.0445, "New York City", "United States"),
            (35.6586, 139.7454, "Tokyo", "Japan"), (-33.8568, 151.2153, "Sydney", "Australia"), (-22.9519, -43.2105, "Rio de Janeiro", "Brazil"),
            (48.1527, 11.6156, "Munich", "Germany"), (31.2400, 121.4900, "Shanghai", "China"), (30.0444, 31.2357, "Cairo", "Egypt"),
        ]
        for (latitude, longitude, town, country) in expected {
            let names = gazetteer.place(latitude: latitude, longitude: longitude).map { gazetteer.names(of: $0, in: ["en"]) } ?? []
            let all = gazetteer.place(latitude: latitude, longitude: longitude).map { gazetteer.allNames(of: $0) } ?? []
            #expect(all.contains(town) && all.contains(country), "\(names) \(all)")
        }
    }
}

private final class Told: Sendable {
    private let list = Mutex<[PackageFileError]>([])
    var errors: [PackageFileError] { list.withLock { $0 } }
    func add(_ error: PackageFileError) { list.withLock { $0.append(error) } }
}

extension SeededRandom {
    fileprivate mutating func next(_ low: Double, _ high: Double) -> Double { .random(in: low..<high, using: &self) }
}

@Suite struct CellTableTests {
    @Test func `it holds what a dictionary holds`() {
        var random = SeededRandom(seed: 11), table = CellTable(), dictionary: [UInt32: Int32] = [:]
        for number in 0..<20_000 {
            // Neighbours, and cells from all over.
            let cell = number.isMultiple(of: 2) ? UInt32(random.next(0, 648_000_000)) : UInt32(number / 3)
            (table[cell], dictionary[cell]) = (Int32(number % 7) - 1, Int32(number % 7) - 1)
        }
        #expect(table.count == dictionary.count)
        #expect(dictionary.allSatisfy { table[$0.key] == $0.value })
        #expect(table[648_000_001] == nil && CellTable()[0] == nil)
    }
}
