/// What is said about a picture.
struct Words {
    var title: String?
    var caption: String?
    var keywords: [String] = []

    init(_ scene: Scene, _ mood: Mood, _ place: Place, _ dice: inout Dice) {
        // A screenshot says nothing of itself.
        guard scene != .screen else { return }
        let about = Self.vocabulary(scene), season = "\(mood.season)", time = Self.time(mood.time)
        if dice.chance(0.34) {
            let isOutside = ![.citrus, .stillLife, .tiles, .discs, .silk, .map, .screen, .bokeh, .blossom].contains(scene)
            let noun = dice.pick(about.titles)
            title = noun
            if isOutside {
                switch dice.number(0...3) {
                case 0: title = "\(noun), \(place.name)"
                case 1: title = "\(noun) \(time)"
                case 2: title = "\(noun) near \(place.name)"
                default: break
                }
            }
        }
        if dice.chance(0.14) { caption = dice.pick(about.captions) }
        if dice.chance(0.72) {
            keywords = Array(dice.shuffled(about.keywords).prefix(dice.number(1...about.keywords.count)))
            if dice.chance(0.5) { keywords.append(season) }
            if dice.chance(0.4) { keywords.append(place.country) }
        }
    }

    private static func time(_ time: Mood.Time) -> String {
        switch time {
        case .dawn: "at first light"
        case .day: "at noon"
        case .golden: "in the evening sun"
        case .dusk: "at dusk"
        case .night: "by night"
        }
    }

    private static func vocabulary(_ scene: Scene) -> (titles: [String], captions: [String], keywords: [String]) {
        switch scene {
        case .hills:
            (
                ["Blue hills", "Ridge after ridge", "The long valley"],
                ["We walked until the path ended.", "Seven ridges, then I lost count."], ["mountains", "hiking", "landscape"]
            )
        case .lake:
            (
                ["Still water", "The mirror", "Mountain lake"], ["Not a breath of wind.", "Cold enough to keep everyone out but Jonas."],
                ["lake", "mountains", "reflection"]
            )
        case .dunes:
            (
                ["Dunes", "Sand and wind", "The great dune"], ["Two steps up, one step back.", "Nobody's footprints but ours."],
                ["desert", "dunes", "sand"]
            )
        case .winter:
            (
                ["First snow", "White hills", "Snow all day"], ["Minus eleven. Tea in the thermos.", "Snow up to the knees."],
                ["snow", "winter", "trees"]
            )
        case .forest:
            (
                ["Fog in the wood", "Firs", "The quiet wood"], ["It smelled of resin and rain.", "A deer stood here a second before."],
                ["forest", "fog", "trees"]
            )
        case .tree:
            (
                ["The old tree", "One tree", "On the hill"], ["The same tree as every year.", "Somebody hung a swing here once."],
                ["tree", "hill", "season"]
            )
        case .sea:
            (
                ["Open sea", "The path of the sun", "Evening swim"], ["Salt on the lens.", "The ferry was late, so we had this."],
                ["sea", "horizon", "waves"]
            )
        case .lighthouse:
            (
                ["Lighthouse", "The cape", "Last house before the ocean"], ["A hundred and forty steps up.", "The keeper waved."],
                ["lighthouse", "coast", "sea"]
            )
        case .skyline:
            (
                ["Skyline", "City lights", "Across the river"], ["From the roof, with coffee.", "Everyone still at work."],
                ["city", "architecture", "lights"]
            )
        case .facade:
            (
                ["Shutters", "House fronts", "Windows"], ["Laundry day, but not here.", "Somebody practised the piano."],
                ["architecture", "city", "colour"]
            )
        case .aurora:
            (
                ["Northern lights", "Green night", "The sky moved"], ["It went on for an hour.", "We forgot the cold."], ["aurora", "night", "stars"]
            )
        case .stars:
            (
                ["Milky Way", "Camp under stars", "Three thousand stars"], ["No moon, no clouds, no hurry.", "Twenty seconds, on a stone."],
                ["stars", "night", "camping"]
            )
        case .moon: (["The moon", "Waxing moon"], ["Through the neighbour's telescope."], ["moon", "night", "sky"])
        case .bokeh: (["Lights", "Out of focus", "Fair"], ["The fair from across the street."], ["lights", "night", "abstract"])
        case .blossom:
            (
                ["In bloom", "Petals", "From the garden"], ["Number four of the tall ones.", "Opened overnight."], ["flower", "garden", "macro"]
            )
        case .citrus: (["Market fruit", "Slices", "Lemonade"], ["Too many for one jug.", "Breakfast."], ["food", "fruit", "kitchen"])
        case .stillLife:
            (
                ["Still life", "On the table", "Apples"], ["Practising light and shade.", "Before the pie."], ["still life", "fruit", "kitchen"]
            )
        case .tiles: (["Tiles", "Pattern study"], ["Paper, scissors, an afternoon."], ["pattern", "graphic", "colour"])
        case .discs: (["Circles", "Study in circles"], ["After a poster in the museum."], ["graphic", "abstract", "colour"])
        case .silk: (["Silk", "Folds"], ["Ink in water, almost."], ["abstract", "colour", "texture"])
        case .map: (["A land that isn't there", "Archipelago"], ["Where the book takes place."], ["map", "graphic", "texture"])
        case .field: (["Rows", "In the fields", "Flower rows"], ["Bees everywhere.", "The farmer let us in."], ["field", "flower", "landscape"])
        case .balloons: (["Balloons", "Lift-off", "Up early"], ["Up at four. Worth it.", "You hear only the burner."], ["balloons", "sky", "morning"])
        case .screen: ([], [], [])
        }
    }
}
