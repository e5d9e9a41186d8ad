import PhotoModel

/// What moments and their lists are called: where they were, as far as that has a name, and the days they span.
package enum MomentTitles {
    /// - Parameter place: `nil` where it has no name.
    package static func title(_ moment: MomentRecord, at place: String? = nil, in language: TitleLanguage = .preferred) -> String {
        title(place.map { [$0] } ?? [], day(moment.day, language), language)
    }

    /// - Parameter places: of a cluster, those with most pictures first. The first three are named; a year is called by its number alone.
    package static func title(_ list: MomentListRecord, at places: [String] = [], in language: TitleLanguage = .preferred) -> String {
        switch list.kind {
        case .year: language.isChinese ? "\(list.identity)年" : "\(list.identity)"
        case .cluster: title(places, days(list.firstDay, list.lastDay, language), language)
        }
    }

    private static func title(_ places: [String], _ days: String, _ language: TitleLanguage) -> String {
        guard !places.isEmpty else { return days }
        return places.prefix(3).joined(separator: language.isChinese ? "、" : ", ") + " · " + days
    }

    /// A day by itself, such as an asset's.
    package static func title(of day: CivilDate, in language: TitleLanguage = .preferred) -> String { Self.day(day, language) }

    /// The top level as one folder.
    package static func rootTitle(in language: TitleLanguage = .preferred) -> String {
        switch language {
        case .english: "My Albums"
        case .german: "Meine Alben"
        case .simplifiedChinese: "我的相簿"
        case .traditionalChinese: "我的相簿"
        }
    }

    private static func day(_ day: CivilDate, _ language: TitleLanguage) -> String {
        switch language {
        case .english: "\(months[day.month - 1]) \(day.day), \(day.year)"
        case .german: "\(day.day). \(germanMonths[day.month - 1]) \(day.year)"
        case .simplifiedChinese, .traditionalChinese: "\(day.year)年\(day.month)月\(day.day)日"
        }
    }

    /// What both days share is said once.
    private static func days(_ first: CivilDate, _ last: CivilDate, _ language: TitleLanguage) -> String {
        guard first != last else { return day(first, language) }
        switch (language, first.year == last.year, first.month == last.month) {
        case (.english, true, true): return "\(months[first.month - 1]) \(first.day) – \(last.day), \(first.year)"
        case (.english, true, false): return "\(months[first.month - 1]) \(first.day) – \(day(last, language))"
        case (.german, true, true): return "\(first.day). – \(day(last, language))"
        case (.german, true, false): return "\(first.day). \(germanMonths[first.month - 1]) – \(day(last, language))"
        case (.english, false, _), (.german, false, _): return "\(day(first, language)) – \(day(last, language))"
        case (_, true, true): return "\(day(first, language))至\(last.day)日"
        case (_, true, false): return "\(day(first, language))至\(last.month)月\(last.day)日"
        case (_, false, _): return "\(day(first, language))至\(day(last, language))"
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    private static let germanMonths = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
    ]
}
