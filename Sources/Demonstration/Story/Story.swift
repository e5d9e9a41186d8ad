import PhotoModel

/// Ten years of somebody's photographs, told from a seed.
struct Story: Sendable {
    /// The last day that anything is dated.
    static let end = (year: 2026, month: 10, day: 31)
    private static let years = 10

    let episodes: [Episode]
    /// In the order they were taken.
    let shots: [Shot]

    /// - Parameters:
    ///   - photos: how many photographs; films come on top.
    ///   - longestSide: pixels of the largest ones, but for panoramas.
    init(photos: Int, seed: UInt64, longestSide: Int) {
        var dice = Dice(seed, 1)
        episodes = Story.episodes(photos: photos, &dice)
        let specials = Specials(photos: photos)
        let counts = Story.shares(of: photos - specials.extraFrames + specials.videos, episodes)
        var plan = ShotPlanner(seed: seed, longestSide: longestSide)
        var drafts: [ShotPlanner.Draft] = []
        for (number, count) in counts.enumerated() { drafts += plan.drafts(episodes[number], number: number, count: count) }
        drafts.sort { ($0.moment, $0.order) < ($1.moment, $1.order) }
        specials.choose(among: &drafts, &dice)
        shots = plan.shots(drafts)
    }

    /// How many of each kind that is not just a photograph.
    struct Specials {
        private(set) var live = 0, bursts = 0, panoramas = 0, screenshots = 0, raws = 0, edits = 0, videos = 0
        static let framesOfABurst = 5

        init(photos: Int) {
            var left = photos
            func some(_ one: Int, per: Int, most: Int, cost: Int = 1) -> Int {
                let count = min(max(one, photos / per), most, left / cost)
                left -= count * cost
                return count
            }
            live = some(1, per: 60, most: 40)
            bursts = some(1, per: 200, most: 20, cost: Self.framesOfABurst)
            panoramas = some(1, per: 60, most: 100)
            screenshots = some(1, per: 50, most: 200)
            raws = some(1, per: 120, most: 20)
            edits = some(1, per: 100, most: 40)
            videos = min(max(2, photos / 80), 24)
        }

        /// Frames of bursts beyond the first of each.
        var extraFrames: Int { bursts * (Self.framesOfABurst - 1) }

        /// Marks drafts, those that suit each kind best and spread over the years.
        func choose(among drafts: inout [ShotPlanner.Draft], _ dice: inout Dice) {
            func mark(_ count: Int, _ kind: ShotPlanner.Draft.Kind, _ scenes: [Scene]) {
                guard count > 0 else { return }
                var free = drafts.indices.filter { drafts[$0].kind == .photo && scenes.contains(drafts[$0].scene) }
                if free.count < count { free = drafts.indices.filter { drafts[$0].kind == .photo } }
                for part in 0..<min(count, free.count) {
                    let slot = free.count * part / count, next = free.count * (part + 1) / count
                    let place = free[slot + dice.number(0...max(0, next - slot - 1))]
                    drafts[place].kind = kind
                    if !scenes.contains(drafts[place].scene) { drafts[place].scene = dice.pick(scenes) }
                }
            }
            mark(videos, .video, [.aurora, .sea, .winter, .balloons])
            mark(live, .live, [.sea, .winter, .balloons, .aurora, .lighthouse])
            mark(bursts, .burst, [.balloons, .sea, .lighthouse, .hills])
            mark(panoramas, .panorama, [.hills, .lake, .dunes, .skyline])
            mark(raws, .raw, [.hills, .lake, .field, .tree, .forest])
            mark(edits, .edited, [.lighthouse, .facade, .dunes, .tree, .skyline])
            mark(screenshots, .screenshot, [.screen])
        }
    }

    // MARK: Episodes

    private static func episodes(photos: Int, _ dice: inout Dice) -> [Episode] {
        let last = CivilDate(year: end.year, month: end.month, day: end.day).daysSince1970
        var result: [Episode] = []
        var places = dice.shuffled(Place.all)
        // A handful of pictures makes no twenty journeys, and a day has enough of them to fill a row of a page.
        let journeys = min(2, max(1, photos / 40)), homely = min(3, max(1, photos / 60))
        for year in (end.year - years)...end.year {
            for _ in 0..<journeys {
                if places.isEmpty { places = dice.shuffled(Place.all) }
                let place = places.removeLast()
                let start = CivilDate(year: year, month: dice.pick(place.months), day: dice.number(1...20)).daysSince1970, days = dice.number(1...2)
                result.append(
                    Episode(
                        title: "\(place.name) \(year)", place: place, start: start, days: days, isJourney: true,
                        weight: Double(dice.between(0.7, 1.6)) * 3))
            }
            for _ in 0..<homely {
                let start = CivilDate(year: year, month: dice.number(1...12), day: dice.number(1...28)).daysSince1970
                result.append(
                    Episode(
                        title: "Home", place: .home, start: start, days: 1, isJourney: false,
                        weight: Double(dice.between(0.5, 1.2))))
            }
        }
        let first = last - years * 365 - 2
        result = result.filter { $0.start >= first && $0.start + $0.days <= last }
        // The last days are what everyone sees first: a journey to where the nights are worth it, after some days at home.
        result.removeAll { $0.start + $0.days > last - 16 }
        result.append(Episode(title: "Home", place: .home, start: last - 15, days: 1, isJourney: false, weight: 2))
        result.append(Episode(title: "\(Place.finale.name) \(end.year)", place: .finale, start: last - 2, days: 2, isJourney: true, weight: 11))
        return result.sorted { ($0.start, $0.title) < ($1.start, $1.title) }
    }

    /// `count` among the episodes by weight: whole numbers, in sum exactly `count`.
    private static func shares(of count: Int, _ episodes: [Episode]) -> [Int] {
        let total = episodes.reduce(0) { $0 + $1.weight }
        var sum = 0.0, given = 0
        return episodes.map { episode in
            sum += episode.weight
            let until = Int((Double(count) * sum / total).rounded())
            defer { given = until }
            return until - given
        }
    }
}
