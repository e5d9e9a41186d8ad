import Adjustments
import Foundation

extension SlowMotion {
    /// What Apple's adjustment data of slow films is called by.
    package static let appleFormatIdentifier = "com.apple.video.slomo"

    /// The part of a film that adjustment data of Apple's makes slow: a binary property list whose `slowMotion` has a `rate` and in `regions` a `timeRange`, of two
    /// times as `CMTime` has them. `nil` for data of another format or with more than one part, which no camera writes.
    package init?(_ file: AdjustmentFile) {
        guard file.facts.formatIdentifier == Self.appleFormatIdentifier, file.facts.formatVersion?.hasPrefix("1.") ?? false else { return nil }
        // The dictionary in the outermost one, the regions, one of them, its range and a time: five deep.
        let list = file.data.withUnsafeBytes { BinaryPropertyList.topLevel($0, depth: 5) }
        guard let slow = list?["slowMotion"], let rate = slow["rate"]?.number, case .list(let regions)? = slow["regions"], regions.count == 1,
            let range = regions[0]["timeRange"], let start = Self.seconds(range["start"]), let duration = Self.seconds(range["duration"])
        else { return nil }
        self.init(start: start, end: start + duration, rate: rate)
    }

    /// A time that is a number: its flags have the first bit, and none of those for times that are not.
    private static func seconds(_ time: PropertyListValue?) -> Double? {
        guard let value = time?["value"]?.number, let scale = time?["timescale"]?.number, scale > 0, let flags = time?["flags"]?.number.flatMap({ Int(exactly: $0) }),
            flags & 0b11101 == 1
        else { return nil }
        return value / scale
    }
}
