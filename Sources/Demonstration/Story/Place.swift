/// Somewhere on Earth, and what is to be seen there.
struct Place: Sendable {
    enum Region: String, CaseIterable, Sendable {
        case europe = "Europe", africa = "Africa and the Near East", asia = "Asia and the Pacific", americas = "The Americas"
    }

    /// Which part of the year clocks are an hour ahead.
    enum Summertime: Sendable { case none, north, south }

    var name: String
    var country: String
    var region: Region
    var latitude: Double, longitude: Double, altitude: Double
    /// Minutes east of UTC in winter.
    var offset: Int
    var summertime: Summertime
    /// Months it is visited in.
    var months: [Int]
    var scenes: [Scene]

    var isSouthern: Bool { latitude < 0 }

    func offset(month: Int) -> Int {
        switch summertime {
        case .none: offset
        case .north: (4...10).contains(month) ? offset + 60 : offset
        case .south: (4...9).contains(month) ? offset : offset + 60
        }
    }

    static let home = Place(
        name: "Hamburg", country: "Germany", region: .europe, latitude: 53.5586, longitude: 9.9956, altitude: 8, offset: 60, summertime: .north,
        months: Array(1...12),
        scenes: [.tree, .blossom, .bokeh, .stillLife, .citrus, .skyline, .facade, .forest, .tiles, .discs, .silk, .moon, .map])

    static let finale = Place(
        name: "Tromsø", country: "Norway", region: .europe, latitude: 69.6492, longitude: 18.9553, altitude: 15, offset: 60, summertime: .north, months: [10],
        scenes: [.aurora, .lake, .sea, .forest, .hills, .lighthouse, .stars, .winter, .skyline, .facade, .balloons])

    static let all: [Place] = [
        Place(
            "Lofoten", "Norway", .europe, 68.2342, 14.5683, 12, 60, .north, [2, 3, 9, 10],
            [.aurora, .lake, .sea, .winter, .lighthouse, .stars, .aurora]),
        Place("Vík", "Iceland", .europe, 63.4187, -19.0060, 21, 0, .none, [3, 6, 9], [.sea, .hills, .lighthouse, .aurora, .lake, .dunes]),
        Place("Zermatt", "Switzerland", .europe, 46.0207, 7.7491, 1620, 60, .north, [1, 2, 7, 9], [.lake, .winter, .hills, .forest, .stars, .winter]),
        Place("Valensole", "France", .europe, 43.8375, 5.9836, 590, 60, .north, [6, 7], [.field, .hills, .tree, .facade, .field, .blossom, .citrus]),
        Place(
            "Lisbon", "Portugal", .europe, 38.7223, -9.1393, 45, 0, .north, [4, 5, 10],
            [.facade, .skyline, .sea, .citrus, .facade, .lighthouse, .tiles]),
        Place("Vernazza", "Italy", .europe, 44.1349, 9.6847, 15, 60, .north, [5, 6, 9], [.facade, .sea, .citrus, .hills, .stillLife, .sea]),
        Place("Lisse", "Netherlands", .europe, 52.2579, 4.5569, 0, 60, .north, [4, 5], [.field, .blossom, .tree, .field, .skyline]),
        Place("Isle of Skye", "Scotland", .europe, 57.2736, -6.2155, 55, 0, .north, [5, 9, 10], [.hills, .lighthouse, .lake, .sea, .hills]),
        Place("Saarbrücken", "Germany", .europe, 49.2402, 6.9969, 190, 60, .north, [10, 11], [.forest, .tree, .hills, .bokeh, .forest]),
        Place("Göreme", "Türkiye", .africa, 38.6431, 34.8289, 1080, 180, .none, [4, 5, 10], [.balloons, .dunes, .hills, .balloons, .stars]),
        Place("Merzouga", "Morocco", .africa, 31.0994, -4.0127, 720, 60, .none, [2, 3, 11], [.dunes, .stars, .dunes, .moon, .facade]),
        Place("Sossusvlei", "Namibia", .africa, -24.7275, 15.3430, 570, 120, .none, [5, 6, 8], [.dunes, .stars, .tree, .dunes, .balloons]),
        Place(
            "Cape Town", "South Africa", .africa, -33.9249, 18.4241, 25, 120, .none, [1, 2, 12],
            [.sea, .hills, .lighthouse, .field, .skyline, .blossom]),
        Place("Kyoto", "Japan", .asia, 35.0116, 135.7681, 50, 540, .none, [4, 11], [.tree, .blossom, .forest, .lake, .tree, .bokeh]),
        Place("Tokyo", "Japan", .asia, 35.6762, 139.6503, 40, 540, .none, [4, 10], [.skyline, .bokeh, .skyline, .facade, .stillLife]),
        Place("Biei", "Japan", .asia, 43.5883, 142.4669, 220, 540, .none, [1, 2, 7], [.winter, .field, .forest, .winter, .tree]),
        Place("Wānaka", "New Zealand", .asia, -44.7032, 169.1321, 280, 720, .south, [1, 2, 4, 7], [.lake, .tree, .hills, .stars, .lake, .winter]),
        Place("Sydney", "Australia", .asia, -33.8688, 151.2093, 20, 600, .south, [1, 11, 12], [.skyline, .sea, .lighthouse, .skyline, .bokeh]),
        Place(
            "New York", "United States", .americas, 40.7128, -74.0060, 10, -300, .north, [5, 10, 12],
            [.skyline, .bokeh, .facade, .skyline, .tiles]),
        Place("Banff", "Canada", .americas, 51.4254, -116.1773, 1540, -420, .north, [1, 6, 9], [.lake, .forest, .winter, .aurora, .lake]),
        Place("Yosemite", "United States", .americas, 37.7456, -119.5936, 1210, -480, .north, [5, 10], [.lake, .forest, .hills, .stars, .tree]),
        Place("El Chaltén", "Argentina", .americas, -49.3315, -72.8863, 410, -180, .none, [1, 2, 12], [.lake, .hills, .winter, .stars, .hills]),
        Place("Atacama", "Chile", .americas, -22.9087, -68.1997, 2410, -180, .none, [3, 8], [.stars, .dunes, .moon, .dunes, .hills]),
    ]
}

extension Place {
    fileprivate init(
        _ name: String, _ country: String, _ region: Region, _ latitude: Double, _ longitude: Double, _ altitude: Double, _ offset: Int,
        _ summertime: Summertime,
        _ months: [Int], _ scenes: [Scene]
    ) {
        self.init(
            name: name, country: country, region: region, latitude: latitude, longitude: longitude, altitude: altitude, offset: offset,
            summertime: summertime,
            months: months, scenes: scenes)
    }
}
