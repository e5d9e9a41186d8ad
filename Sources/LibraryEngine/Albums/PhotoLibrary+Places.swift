import Gazetteer
import Geodesy
import PhotoModel

extension TitleLanguage {
    /// The translations of the gazetteer that speak it, the best first.
    fileprivate var translations: [String] {
        switch self {
        case .english: ["en"]
        case .german: ["de"]
        case .simplifiedChinese: ["zh_CN", "zh_SG", "zh"]
        case .traditionalChinese: ["zh_TW", "zh_HK", "zh"]
        }
    }
}

/// What places are called. The first question reads the gazetteer, which takes some hundredths of a second. May be called on any thread.
extension PhotoLibrary {
    private var places: PlaceBook { catalog.options.places }

    /// The smallest first: part of a town, town, region, country. Empty where nobody knows.
    package func placeNames(latitude: Double, longitude: Double, in language: TitleLanguage = .preferred) -> [String] {
        places.names(latitude: latitude, longitude: longitude, in: language.translations)
    }

    /// Of where an asset was taken; empty where it doesn't say that.
    package func placeNames(of asset: AssetRecord, in language: TitleLanguage = .preferred) -> [String] {
        asset.location.map { placeNames(latitude: $0.latitude, longitude: $0.longitude, in: language) } ?? []
    }

    /// The towns in a part of the world that a map has room for, those with most people first; empty where nobody knows any.
    /// - Parameters:
    ///   - zoom: at which the world is 256 × 2^zoom pixels wide.
    ///   - distance: pixels between two of them, at least.
    package func towns(in box: MapBox, zoom: Int, distance: UInt32, most: Int, language: TitleLanguage = .preferred) -> [NamedTown] {
        places.towns(in: box, zoom: zoom, distance: distance, most: most, languages: language.translations)
    }

    /// Towns of which a name, or a word of one, begins so, the best first; empty where nobody knows any.
    package func towns(called text: String, most: Int, language: TitleLanguage = .preferred) -> [LocatedTown] {
        places.towns(called: text, most: most, languages: language.translations)
    }

    /// The town of just the first of some names that has most people, of those that lie in all of the others; `nil` where nobody knows one.
    package func town(called names: [String], language: TitleLanguage = .preferred) -> LocatedTown? { places.town(called: names, languages: language.translations) }

    /// All names that a place is found by, in several languages.
    package func allPlaceNames(latitude: Double, longitude: Double) -> [String] { places.allNames(latitude: latitude, longitude: longitude) }

    /// Of the middle of its places.
    package func placeNames(of moment: MomentRecord, in language: TitleLanguage = .preferred) -> [String] {
        moment.center.map { placeNames(latitude: $0.latitude, longitude: $0.longitude, in: language) } ?? []
    }

    /// The town that the middle of its places lies in, else the region or country.
    package func placeName(of moment: MomentRecord, in language: TitleLanguage = .preferred) -> String? {
        moment.center.flatMap { places.name(latitude: $0.latitude, longitude: $0.longitude, in: language.translations) }
    }

    /// Those with most pictures first: the towns of a cluster's moments, the countries of a year's.
    package func placeNames(of list: MomentListRecord, in index: MomentIndex, in language: TitleLanguage = .preferred) -> [String] {
        guard let list = index.list(list.kind, identity: list.identity) else { return [] }
        var counts: [String: Int] = [:]
        for moment in index.moments[list.moments] {
            let name = list.kind == .year ? placeNames(of: moment, in: language).last : placeName(of: moment, in: language)
            if let name { counts[name, default: 0] += moment.count }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
