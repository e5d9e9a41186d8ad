import Query
import TestSupport

/// Predicates of every form over the keys that columns hold.
enum RandomFormats {
    static let leaves = [
        "TRUEPREDICATE", "FALSEPREDICATE", "mediaType == 1", "mediaType != 2", "mediaType IN {1, 3}", "NOT (mediaType IN {1, 3})",
        "mediaType BETWEEN {1, 2}", "mediaType > 1.5", "mediaType IN {0, 1.5, 3}", "mediaType == nil", "mediaType != nil", "playbackStyle >= 3",
        "sourceType == 2", "(sourceType & 6) != 0", "mediaType * 2 == playbackStyle", "(mediaSubtypes & 8) != 0", "(mediaSubtypes & 8) == 8",
        "(8 & mediaSubtypes) > 0", "(mediaSubtypes & 12) == 12", "(mediaSubtypes & 12) != 8", "(mediaSubtypes & 3) == 4",
        "(mediaSubtypes & -1) == 4", "mediaSubtypes == 0", "mediaSubtypes != 4294967295", "(mediaSubtypes | 1) == 9", "(mediaSubtypes ^ 8) == 0",
        "(mediaSubtypes << 2) >= 32", "(mediaSubtypes >> 1) == 4", "~mediaSubtypes == -5", "(mediaSubtypes & 4294967296) == 0",
        "(mediaSubtypes & pixelWidth) != 0", "mediaSubtypes / 3 == 2", "modulus:by:(mediaSubtypes, 3) == 1", "favorite == YES", "isFavorite == NO",
        "favorite == 1", "favorite != 2", "favorite > 0.5", "favorite == hidden", "favorite + hidden + trashed == 2", "hidden == YES",
        "isHidden == NO", "trashed == YES", "representsBurst == YES", "hasAdjustments == NO", "burstIdentifier == nil", "burstIdentifier != nil",
        "rating >= 3", "rating == nil", "rating != 5", "rating < 3", "NOT (rating < 3)", "rating IN {1, 4}", "rating * 2 == 6",
        "rating == mediaType", "rating * pixelWidth > 5000", "rating IN {nil, 2}", "-rating < -2", "NOT (rating + 1 > 3)", "creationDate == nil",
        "creationDate != nil", "creationDate > CAST(500500000, \"NSDate\")", "creationDate <= CAST(500432001.25, \"NSDate\")",
        "creationDate == CAST(500432001.25, \"NSDate\")", "creationDate != CAST(500432001.25, \"NSDate\")",
        "CAST(500500000, \"NSDate\") > creationDate", "creationDate BETWEEN {CAST(500100000, \"NSDate\"), CAST(501000000, \"NSDate\")}",
        "NOT (creationDate > CAST(500500000, \"NSDate\"))", "creationDate IN {CAST(500432001.25, \"NSDate\"), CAST(500043200.125, \"NSDate\")}",
        "creationDate < now()", "creationDate >= now()",
        "creationDate IN {CAST(500432001.25, \"NSDate\"), CAST(500043200.125, \"NSDate\"), CAST(500086400.25, \"NSDate\"), CAST(1, \"NSDate\")}",
        "localCreationDate == nil", "localCreationDate >= CAST(500432001.25, \"NSDate\")", "localCreationDate < CAST(500500000, \"NSDate\")",
        "NOT (localCreationDate > CAST(500500000, \"NSDate\"))", "localCreationDate > creationDate", "localCreationDate - creationDate == -18000",
        "localCreationDate < CAST(500500000, \"NSDate\") AND creationDate >= CAST(500500000, \"NSDate\")",
        "localCreationDate < CAST(500100000, \"NSDate\") AND creationDate >= CAST(500900000, \"NSDate\")",
        "modificationDate > creationDate", "modificationDate <= creationDate", "modificationDate == creationDate",
        "modificationDate != creationDate", "NOT (modificationDate < creationDate)", "modificationDate == nil OR creationDate == nil",
        "modificationDate - creationDate > 86400", "NOT (modificationDate - creationDate > 86400)", "creationDate + 86400 >= modificationDate",
        "modificationDate < CAST(500800000, \"NSDate\")", "addedDate >= CAST(700000000, \"NSDate\")", "addedDate == nil",
        "addedDate - 195000000 > creationDate", "modificationDate == nil", "duration > 3.5", "duration == 0", "duration BETWEEN {1, 6.25}",
        "duration IN {0, 1.5, 2}", "duration IN {0.125, 1.5, 2, 3, 4, 5.5, 6}", "duration < 4", "duration >= 9007199254740993", "duration != nil",
        "duration / 2 > 3", "duration * 8 == pixelWidth", "floor(duration) == 3", "ceiling(duration) == 3", "trunc(duration) == 5",
        "sqrt(duration) > 2", "abs(duration - 5) < 1", "duration ** 2 > 20", "duration / duration == 1", "-duration > -2",
        "pixelWidth > pixelHeight", "pixelWidth == pixelHeight", "pixelWidth >= pixelHeight", "pixelWidth != pixelHeight",
        "pixelWidth * pixelHeight >= 12000000", "pixelWidth * pixelHeight == 18446744065119617025", "pixelWidth == 0", "pixelHeight IN {3024, 1080}",
        "pixelHeight IN {1, 2, 3, 4, 5, 3024, 1080, 7}", "pixelWidth / pixelHeight == 1", "pixelWidth / pixelHeight == nil",
        "pixelHeight / pixelWidth >= 1", "pixelWidth > 3024.5", "pixelWidth >= 3024.5", "pixelWidth < 3024.5", "pixelWidth <= 3024.5",
        "pixelWidth == 3024.5", "pixelWidth != 3024.5", "pixelWidth < -1", "pixelWidth > -1", "pixelWidth > 4294967295",
        "pixelWidth - pixelHeight < 0", "pixelWidth + pixelHeight == 7056", "min(pixelWidth, pixelHeight) > 2000",
        "max(pixelWidth, pixelHeight) < 4000", "1.0 * pixelWidth / pixelHeight > 1.5", "pixelWidth < 1e300",
        "pixelWidth * 1000000 > pixelHeight * 900000", "4032 == pixelWidth", "1920 < pixelWidth",
        "pixelHeight IN {1, 2, 3, 4, 5, 3024, 1080, 7, 8, 9, 10, 11, 12, 13.5}", "duration IN {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1.5, 2.5, 3.125}",
        "modificationDate IN {\(dates)}", "creationDate + 0.875 IN {\(dates)}", "modificationDate IN {nil, \(dates)}",
        "NOT (modificationDate IN {\(dates)})",
    ]

    private static let dates = (0..<20).map { "CAST(\(500_000_000 + $0 * 43_201), \"NSDate\"), CAST(\(500_000_000 + $0 * 80_000), \"NSDate\")" }
        .joined(separator: ", ")

    /// Formats the language refuses say nothing about columns.
    static let understood: [String] = leaves.filter { format in
        guard let predicate = try? Predicate(format: format) else { return false }
        return (try? KeySpace.assets.resolve(predicate, now: 0)) != nil
    }

    static func random(depth: Int, _ random: inout SeededRandom) -> String {
        guard depth > 0, !random.chance(20) else { return random.pick(understood) }
        switch random.number(below: 5) {
        case 0: return "NOT (" + self.random(depth: depth - 1, &random) + ")"
        case 1, 2: return "(" + self.random(depth: depth - 1, &random) + ") OR (" + self.random(depth: depth - 1, &random) + ")"
        default: return "(" + self.random(depth: depth - 1, &random) + ") AND (" + self.random(depth: depth - 1, &random) + ")"
        }
    }

    static func condition(_ format: String) throws -> Condition {
        try KeySpace.assets.resolve(try Predicate(format: format), now: 500_600_000).condition
    }
}
