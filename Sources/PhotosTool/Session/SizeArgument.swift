import ArgumentParser
import Pixels

/// `1024x768`, or `max` for the full size.
enum SizeArgument: ExpressibleByArgument, Equatable {
    case full
    case pixels(PixelSize)

    init?(argument: String) {
        if argument.lowercased() == "max" {
            self = .full
            return
        }
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        // Larger sides than any decoder delivers are a slip of the finger, not a wish.
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...65_535).contains(width), (1...65_535).contains(height)
        else { return nil }
        self = .pixels(PixelSize(width: width, height: height))
    }

    var defaultValueDescription: String { "max" }
    var target: PixelSize? {
        if case .pixels(let size) = self { return size }
        return nil
    }
}
