import PhotoModel

/// Fills episodes with pictures.
struct ShotPlanner {
    /// What is known of a picture before its kind is.
    struct Draft {
        enum Kind: Equatable { case photo, panorama, screenshot, live, raw, edited, video, burst }

        var kind = Kind.photo
        var scene: Scene
        var episode: Episode
        /// Its place in the story.
        var episodeNumber: Int
        /// Days since 1970, and seconds of the local day.
        var day: Int
        var seconds: Double
        /// Minutes east of UTC.
        var offset: Int
        /// Tells drafts of one second apart.
        var order: Int

        var moment: Double { Double(day) * 86_400 + seconds - Double(offset) * 60 }
    }

    private let seed: UInt64
    private let longestSide: Int
    private var drafted = 0

    init(seed: UInt64, longestSide: Int) { (self.seed, self.longestSide) = (seed, longestSide) }

    mutating func drafts(_ episode: Episode, number: Int, count: Int) -> [Draft] {
        var dice = Dice(seed, 2, UInt64(bitPattern: Int64(episode.start)), UInt64(drafted))
        var scenes: [Scene] = []
        return (0..<count).map { _ in
            if scenes.isEmpty { scenes = dice.shuffled(episode.place.scenes) }
            let scene = scenes.removeLast()
            let day = episode.start + dice.number(0...max(0, episode.days - 1))
            let month = CivilDate(daysSince1970: day).month
            drafted += 1
            return Draft(
                scene: scene, episode: episode, episodeNumber: number, day: day,
                seconds: Double(Self.hour(scene, &dice)) * 3600
                    + Double(dice.number(0...3_599_999)) / 1000,
                offset: episode.place.offset(month: month), order: drafted)
        }
    }

    /// The hour at which a scene is worth a picture.
    private static func hour(_ scene: Scene, _ dice: inout Dice) -> Int {
        switch scene {
        case .aurora, .stars: dice.pick([0, 1, 2, 22, 23])
        case .moon: dice.pick([4, 20, 21, 22, 23])
        case .skyline: dice.pick([5, 17, 18, 18, 19, 20, 21, 22])
        case .balloons: dice.pick([5, 6, 6, 7, 8])
        case .bokeh: dice.pick([18, 19, 20, 21])
        case .blossom, .citrus, .stillLife, .facade, .field: dice.pick([8, 9, 10, 11, 13, 14, 16, 17, 18])
        case .lake, .hills, .sea, .lighthouse, .dunes, .forest, .tree, .winter: dice.pick([6, 7, 7, 9, 11, 13, 15, 16, 17, 18, 18, 19, 19, 20, 21])
        case .tiles, .discs, .silk, .map, .screen: dice.number(9...22)
        }
    }

    // MARK: Shots

    func shots(_ drafts: [Draft]) -> [Shot] {
        var result: [Shot] = []
        result.reserveCapacity(drafts.count)
        for draft in drafts {
            var dice = Dice(seed, 3, UInt64(draft.order))
            let number = result.count + 1
            guard draft.kind == .burst else {
                result.append(shot(draft, number, &dice))
                continue
            }
            let identifier = dice.identifier()
            let first = shot(draft, number, &dice)
            for frame in 0..<Story.Specials.framesOfABurst {
                var next = first
                next.number = number + frame
                next.kind = .burst(identifier: identifier, frame: frame)
                next.date.seconds = min(next.date.seconds + Double(frame) * 0.1, 86_399.9)
                next.moment += Double(frame) * 0.1
                result.append(next)
            }
        }
        return result
    }

    private func shot(_ draft: Draft, _ number: Int, _ dice: inout Dice) -> Shot {
        let place = draft.episode.place, date = WallClock(days: draft.day, seconds: draft.seconds)
        let mood = Mood(hour: draft.seconds / 3600, month: date.day.month, isSouthern: place.isSouthern)
        let kind: Shot.Kind =
            switch draft.kind {
            case .photo, .burst: .photo
            case .panorama: .panorama
            case .screenshot: .screenshot
            case .live: .live
            case .raw: .raw
            case .edited: .edited
            case .video: .video
            }
        let needsPhone = [.live, .panorama, .screenshot, .burst, .video].contains(draft.kind)
        let candidates = Camera.others.filter { $0.from <= date.day.year && !(draft.kind == .raw && $0.camera.isPhone) }.map(\.camera)
        let camera = needsPhone || (draft.kind != .raw && dice.chance(date.day.year >= 2023 ? 0.6 : 0)) ? Camera.phone : dice.pick(candidates)
        let lens = dice.pick(camera.lenses)
        var shape = Self.shape(draft.kind, draft.scene, longestSide, &dice)
        if draft.kind == .photo, dice.chance(0.3) { shape = (shape.width * 4 / 5 & ~1, shape.height * 4 / 5 & ~1) }
        let scene = draft.kind == .screenshot ? Scene.screen : draft.scene
        let words = Words(scene, mood, place, &dice)
        let hasPlace = draft.kind != .screenshot && dice.chance(camera.isPhone ? 0.97 : 0.7)
        // Up to a few kilometres around.
        let spread = draft.episode.isJourney ? 0.06 : 0.02
        return Shot(
            number: number, kind: kind, scene: scene, mood: mood, episode: draft.episodeNumber, width: shape.width, height: shape.height,
            orientation: draft.kind == .photo || draft.kind == .live ? Self.orientation(shape, camera, &dice) : 1, date: date, offset: draft.offset,
            moment: draft.moment,
            place: hasPlace ? place : nil, latitude: place.latitude + Double(dice.between(-1, 1)) * spread,
            longitude: place.longitude
                + Double(dice.between(-1, 1)) * spread,
            camera: camera, lens: lens, exposure: Exposure(mood.time, lens, &dice), title: words.title, caption: words.caption,
            keywords: words.keywords)
    }

    private static func shape(_ kind: Draft.Kind, _ scene: Scene, _ side: Int, _ dice: inout Dice) -> (width: Int, height: Int) {
        func size(_ w: Double, _ h: Double) -> (Int, Int) { (max(16, Int(Double(side) * w) & ~1), max(16, Int(Double(side) * h) & ~1)) }
        switch kind {
        case .panorama: return size(2, 0.56)
        case .screenshot: return size(0.6, 1.3)
        case .video: return size(0.6, 0.3375)
        case .live: return size(0.8, 0.6)
        case .burst: return size(0.8, 0.6)
        case .edited: return size(1, 0.75)
        case .raw: return size(1, 2.0 / 3)
        case .photo: break
        }
        // What grows upwards is taken upright.
        let prefersUpright: Float = [.tree, .blossom, .facade, .lighthouse, .forest, .aurora, .moon].contains(scene) ? 0.45 : 0.2
        if dice.chance(0.08) { return size(0.75, 0.75) }
        let (long, short) = dice.pick([(1.0, 0.75), (1.0, 0.75), (1.0, 2.0 / 3), (1.0, 0.5625)])
        return dice.chance(prefersUpright) ? size(short, long) : size(long, short)
    }

    /// A telephone held upright stores its pictures lying; some are stored upside down, very few mirrored.
    private static func orientation(_ shape: (width: Int, height: Int), _ camera: Camera, _ dice: inout Dice) -> Int {
        let chance = dice.unit()
        if shape.height > shape.width { return chance < 0.6 ? 6 : chance < 0.75 ? 8 : chance < 0.78 ? 5 : 1 }
        return chance < 0.05 ? 3 : chance < 0.065 ? 2 : 1
    }
}
