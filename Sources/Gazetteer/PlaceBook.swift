import Geodesy
import Support
import Synchronization

/// Names of places as a library asks for them. The gazetteer is read when the first is asked for, once for all that use the same files.
///
/// Everything within a hundredth of a degree, about a kilometre, is one place, that of its middle: so the places of a library are few, and are remembered.
package final class PlaceBook: Sendable {
    /// Knows no names.
    package static let empty = PlaceBook(nil) { _ in }

    private let files: GazetteerFiles?
    private let report: @Sendable (PackageFileError) -> Void
    private let state = Mutex<State>(.unread)

    private enum State {
        case unread
        case read(PlaceNumbers?)
    }

    private static let gazetteers = Mutex<[GazetteerFiles: Result<Gazetteer, PackageFileError>]>([:])

    /// - Parameters:
    ///   - files: `nil` where places shall have no names.
    ///   - report: told once why there are no names, where that is so.
    package init(_ files: GazetteerFiles?, report: @escaping @Sendable (PackageFileError) -> Void) { (self.files, self.report) = (files, report) }

    private static func gazetteer(_ files: GazetteerFiles) throws(PackageFileError) -> Gazetteer {
        let result = gazetteers.withLock { gazetteers in
            if let known = gazetteers[files] { return known }
            let result: Result<Gazetteer, PackageFileError>
            do throws(PackageFileError) { result = .success(try Gazetteer(files)) } catch { result = .failure(error) }
            gazetteers[files] = result
            return result
        }
        return try result.get()
    }

    /// Lends the places that are known so far, or `nil` where there is no gazetteer. Others wait meanwhile.
    package func withPlaces<Value: Sendable, Failure: Error>(_ body: (inout PlaceNumbers) throws(Failure) -> Value) throws(Failure) -> Value? {
        try state.withLock { state throws(Failure) in
            if case .unread = state { state = .read(read()) }
            guard case .read(var numbers?) = state else { return nil }
            // Its storage shall have one owner while it changes.
            state = .unread
            defer { state = .read(numbers) }
            return try body(&numbers)
        }
    }

    private func read() -> PlaceNumbers? {
        guard let files else { return nil }
        do throws(PackageFileError) {
            return PlaceNumbers(try Self.gazetteer(files))
        } catch {
            report(error)
            return nil
        }
    }

    /// What a position is called, the smallest first: part of a town, town, region, country. Empty where nobody knows.
    package func names(latitude: Double, longitude: Double, in languages: [String]) -> [String] {
        withPlaces { places in places.number(latitude, longitude).map { places.names(ofNumber: $0, in: languages) } ?? [] } ?? []
    }

    /// The town that a position lies in, else the region or country.
    package func name(latitude: Double, longitude: Double, in languages: [String]) -> String? {
        withPlaces { places in places.place(latitude, longitude).flatMap { places.gazetteer.name(of: $0, in: languages) } } ?? nil
    }

    /// The towns that a map has room for; see `Gazetteer.towns(in:zoom:distance:most:languages:)`. Empty without a gazetteer.
    package func towns(in box: MapBox, zoom: Int, distance: UInt32, most: Int, languages: [String]) -> [NamedTown] {
        withPlaces { $0.gazetteer }?.towns(in: box, zoom: zoom, distance: distance, most: most, languages: languages) ?? []
    }

    /// Towns by the beginning of a name; see `Gazetteer.towns(called:most:languages:)`. Empty without a gazetteer.
    package func towns(called text: String, most: Int, languages: [String]) -> [LocatedTown] {
        withPlaces { $0.gazetteer }?.towns(called: text, most: most, languages: languages) ?? []
    }

    /// The town of a name; see `Gazetteer.town(called:languages:)`. `nil` without a gazetteer.
    package func town(called names: [String], languages: [String]) -> LocatedTown? {
        withPlaces { $0.gazetteer }?.town(called: names, languages: languages)
    }

    /// All names that a position is found by.
    package func allNames(latitude: Double, longitude: Double) -> [String] {
        withPlaces { places in places.number(latitude, longitude).map { places.names(ofNumber: $0) } ?? [] } ?? []
    }
}

/// The places that a library has, by numbers.
package struct PlaceNumbers: Sendable {
    fileprivate let gazetteer: Gazetteer
    private var numbers = CellTable()
    private var places: [Gazetteer.Place] = []
    private var byPlace: [Gazetteer.Place: Int32] = [:]
    private var names: [[String]?] = []
    /// What places are called, by languages and numbers. To look a name up in a file of translations takes longer than to find where a position lies.
    private var namesByLanguages: [[String]: [Int: [String]]] = [:]

    /// Cells that are remembered: those of somebody who has been everywhere.
    private static let mostCells = 1 << 20

    init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

    /// How the columns count, and how many cells lie beside each other around the earth.
    private static let unitsPerCell: Int64 = 100_000
    fileprivate static let columns: Int64 = 36_001

    /// The hundredth of a degree that a position lies in, by degrees × 10⁷; `nil` for what is no position.
    @inline(__always)
    package static func cell(_ latitude: Int32, _ longitude: Int32) -> UInt32? {
        let north = Int64(latitude) + 900_000_000, east = Int64(longitude) + 1_800_000_000
        guard (0...1_800_000_000).contains(north), (0...3_600_000_000).contains(east) else { return nil }
        return UInt32(north / unitsPerCell * columns + east / unitsPerCell)
    }

    package static func cell(latitude: Double, longitude: Double) -> UInt32? {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        return cell(Int32((latitude * 1e7).rounded()), Int32((longitude * 1e7).rounded()))
    }

    /// The number of the place that a cell lies in, -1 where that has no name.
    @inline(__always)
    package mutating func number(ofCell cell: UInt32) -> Int {
        if let known = numbers[cell] { return Int(known) }
        return addNumber(ofCell: cell)
    }

    private mutating func addNumber(ofCell cell: UInt32) -> Int {
        var number: Int32 = -1
        if let place = gazetteer.place(cell) { number = self.number(of: place) }
        // Searches go through all in the same order: to forget the first ones for the last would be to look all up again each time.
        if numbers.count < Self.mostCells { numbers[cell] = number }
        return Int(number)
    }

    private mutating func number(of place: Gazetteer.Place) -> Int32 {
        if let known = byPlace[place] { return known }
        let number = Int32(places.count)
        places.append(place)
        names.append(nil)
        byPlace[place] = number
        return number
    }

    /// The number of the place that a position lies in; `nil` where that has no name.
    fileprivate mutating func number(_ latitude: Double, _ longitude: Double) -> Int? {
        guard let cell = Self.cell(latitude: latitude, longitude: longitude), case let number = number(ofCell: cell), number >= 0 else { return nil }
        return number
    }

    fileprivate mutating func place(_ latitude: Double, _ longitude: Double) -> Gazetteer.Place? { number(latitude, longitude).map { places[$0] } }

    /// What a place is called in these languages; see `Gazetteer.names(of:in:)`.
    fileprivate mutating func names(ofNumber number: Int, in languages: [String]) -> [String] {
        if let known = namesByLanguages[languages]?[number] { return known }
        let found = gazetteer.names(of: places[number], in: languages)
        namesByLanguages[languages, default: [:]][number] = found
        return found
    }

    /// All names that a place is found by.
    package mutating func names(ofNumber number: Int) -> [String] {
        if let known = names[number] { return known }
        let found = gazetteer.allNames(of: places[number])
        names[number] = found
        return found
    }
}

extension Gazetteer {
    /// Where the middle of a cell lies.
    fileprivate func place(_ cell: UInt32) -> Place? {
        let (row, column) = Int64(cell).quotientAndRemainder(dividingBy: PlaceNumbers.columns)
        return place(latitude: min(90, (Double(row) + 0.5) / 100 - 90), longitude: min(180, (Double(column) + 0.5) / 100 - 180))
    }
}
