/// What a picture is taken with. The telephone is a common one, since Live Photos and bursts are marked in its own way; the others are invented.
struct Camera: Sendable, Equatable {
    var make: String, model: String, software: String
    var lenses: [Lens]
    var isPhone: Bool

    struct Lens: Sendable, Equatable {
        var name: String
        /// Millimetres.
        var focal: Double, equivalent: Int
        var aperture: Double
    }

    static let phone = Camera(
        make: "Apple", model: "iPhone 15 Pro", software: "17.5.1",
        lenses: [
            Lens(name: "iPhone 15 Pro back triple camera 6.765mm f/1.78", focal: 6.765, equivalent: 24, aperture: 1.78),
            Lens(name: "iPhone 15 Pro back triple camera 2.22mm f/2.2", focal: 2.22, equivalent: 14, aperture: 2.2),
            Lens(name: "iPhone 15 Pro back triple camera 9mm f/2.8", focal: 9, equivalent: 77, aperture: 2.8),
        ], isPhone: true)

    /// By the year it came out, so that old pictures are taken with old cameras.
    static let others: [(from: Int, camera: Camera)] = [
        (
            2000,
            Camera(
                make: "Halden", model: "Halden F2", software: "1.4",
                lenses: [
                    Lens(name: "Halden 35mm f/2", focal: 35, equivalent: 35, aperture: 2),
                    Lens(name: "Halden 24-70mm f/4", focal: 50, equivalent: 50, aperture: 4),
                ], isPhone: false)
        ),
        (
            2000,
            Camera(
                make: "Pico", model: "Pico 5", software: "Pico 5.1",
                lenses: [Lens(name: "Pico back camera", focal: 4.2, equivalent: 28, aperture: 2)], isPhone: true)
        ),
        (
            2019,
            Camera(
                make: "Meridian Optics", model: "Meridian X1", software: "2.0",
                lenses: [
                    Lens(name: "Meridian 23mm f/1.4 R", focal: 23, equivalent: 35, aperture: 1.4),
                    Lens(name: "Meridian 56mm f/1.2 R", focal: 56, equivalent: 85, aperture: 1.2),
                    Lens(name: "Meridian 10-24mm f/4", focal: 14, equivalent: 21, aperture: 4),
                ], isPhone: false)
        ),
    ]
}

/// How a picture was exposed.
struct Exposure: Sendable, Equatable {
    /// One over this many seconds, or this many seconds where it is long.
    var numerator: Int, denominator: Int
    var aperture: Double
    var iso: Int

    init(_ time: Mood.Time, _ lens: Camera.Lens, _ dice: inout Dice) {
        let (times, isos): ([(Int, Int)], [Int]) =
            switch time {
            case .day: ([(1, 250), (1, 500), (1, 1000), (1, 1600)], [50, 64, 100])
            case .golden, .dawn: ([(1, 60), (1, 125), (1, 250)], [100, 200, 400])
            case .dusk: ([(1, 8), (1, 15), (1, 30)], [400, 800, 1250])
            case .night: ([(1, 4), (2, 1), (8, 1), (15, 1)], [1600, 3200, 6400])
            }
        (numerator, denominator) = dice.pick(times)
        iso = dice.pick(isos)
        aperture = time == .day ? max(lens.aperture, dice.pick([lens.aperture, 5.6, 8])) : lens.aperture
    }
}
