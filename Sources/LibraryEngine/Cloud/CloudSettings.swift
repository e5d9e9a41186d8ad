import Catalog
import Foundation
import PhotoModel

/// How a library uses a store elsewhere. Kept in its catalogue; keys and passphrases are not.
package struct CloudSettings: Codable, Sendable, Equatable {
    /// As `CloudAddress` reads it.
    package var address: String
    /// Bytes of pictures, movies and sounds that stay on this machine; `nil` keeps all of them.
    package var localLimit: Int64?
    /// What stays here whatever the limit is.
    package var pinsFavorites = true
    package var pinnedAlbums: [UUID] = []
    /// What was added in so many days.
    package var pinnedDays = 30
    /// How many files are on their way at a time.
    package var transfers = 4
    /// Bytes that are sent a second at most, and as many that are read back to be compared; `nil` for no bound.
    package var bytesPerSecond: Int64?
    /// Nothing is uploaded by itself.
    package var isPaused = false
    /// Whether its owner reads nothing of it. A store that this says of is never written to in the clear, whatever the store says.
    package internal(set) var isEncrypted: Bool {
        get { encrypted == true }
        set { encrypted = newValue ? true : nil }
    }
    /// Catalogues of before do not say it.
    private var encrypted: Bool?
    /// The hours of the day, 0 to 23 by this machine's clock, in which files are uploaded by themselves; `nil` for all. 22 to 6 goes over midnight.
    package var hours: Hours?

    package struct Hours: Codable, Sendable, Equatable {
        package var from: Int
        /// The first hour that is no more among them.
        package var to: Int

        package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

        package func contains(_ hour: Int) -> Bool { from <= to ? from..<to ~= hour : hour >= from || hour < to }
    }

    package init(address: String) { self.address = address }

    /// Whether things may be done by themselves at this time.
    func isTime(_ date: Date) -> Bool { !isPaused && hours.map { $0.contains(Calendar.current.component(.hour, from: date)) } ?? true }

    static let key = "cloud"

    func isSameStore(as other: CloudSettings) -> Bool { address == other.address && isEncrypted == other.isEncrypted }

    func pins(at now: Double) -> CloudPins {
        var pins = CloudPins()
        (pins.favorites, pins.albums) = (pinsFavorites, pinnedAlbums)
        pins.addedSince = pinnedDays > 0 ? now - Double(pinnedDays) * 86_400 : nil
        return pins
    }
}

extension CatalogReader {
    /// - Throws: where a newer version has written what this one can't read.
    func cloudSettings() throws -> CloudSettings? {
        guard let text = try value(forKey: CloudSettings.key) else { return nil }
        do { return try JSONDecoder().decode(CloudSettings.self, from: Data(text.utf8)) } catch {
            throw LibraryError(.damaged, "What the catalogue says of the cloud can't be read. Say it again with 'photos cloud configure'.", cause: error)
        }
    }
}

extension CatalogWriter {
    func setCloudSettings(_ settings: CloudSettings?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try setValue(settings.map { String(decoding: try encoder.encode($0), as: UTF8.self) }, forKey: CloudSettings.key)
    }
}

extension CatalogWriter {
    /// In a catalogue that was just made of a record, on a machine that has none of the files.
    func noteEverythingElsewhere(_ store: CloudSettings) throws {
        var settings = try cloudSettings() ?? store
        (settings.address, settings.isEncrypted) = (store.address, store.isEncrypted)
        try setCloudSettings(settings)
    }
}
