/// What a picture can be of.
enum Scene: String, CaseIterable, Sendable {
    case hills, lake, dunes, winter, forest, tree, sea, lighthouse, skyline, facade, aurora, stars, moon, bokeh, blossom, citrus, stillLife, tiles,
        discs, silk, map
    case field, balloons, screen

    /// - Parameter moment: 0 to 1, where something moves: a burst's frames, a film's.
    func paint(_ canvas: Canvas, _ mood: Mood, moment: Float = 0, _ dice: inout Dice) {
        switch self {
        case .hills: Landscapes.hills(canvas, mood, moment: moment, &dice)
        case .lake: Landscapes.lake(canvas, mood, moment: moment, &dice)
        case .dunes: Landscapes.dunes(canvas, mood, &dice)
        case .winter: Landscapes.winter(canvas, mood, moment: moment, &dice)
        case .forest: Trees.forest(canvas, mood, &dice)
        case .tree: Trees.solitary(canvas, mood, &dice)
        case .sea: Waters.sea(canvas, mood, moment: moment, &dice)
        case .lighthouse: Waters.lighthouse(canvas, mood, moment: moment, &dice)
        case .skyline: Cities.skyline(canvas, mood, moment: moment, &dice)
        case .facade: Cities.facade(canvas, mood, &dice)
        case .aurora: Nights.aurora(canvas, mood, moment: moment, &dice)
        case .stars: Nights.stars(canvas, mood, &dice)
        case .moon: Nights.moon(canvas, mood, &dice)
        case .bokeh: Closeups.bokeh(canvas, mood, &dice)
        case .blossom: Closeups.blossom(canvas, mood, &dice)
        case .citrus: Closeups.citrus(canvas, mood, &dice)
        case .stillLife: Closeups.stillLife(canvas, mood, &dice)
        case .tiles: Abstracts.tiles(canvas, mood, &dice)
        case .discs: Abstracts.discs(canvas, mood, &dice)
        case .silk: Abstracts.silk(canvas, mood, &dice)
        case .map: Abstracts.map(canvas, mood, &dice)
        case .field: Summers.field(canvas, mood, &dice)
        case .balloons: Summers.balloons(canvas, mood, moment: moment, &dice)
        case .screen: Screens.weather(canvas, &dice)
        }
    }
}
