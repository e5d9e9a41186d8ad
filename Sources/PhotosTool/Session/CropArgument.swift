import ArgumentParser
import Photos

/// `0.1,0,0.8,1`, fractions of the picture's width and height: left, top, width, height. Or `none`.
struct CropArgument: ExpressibleByArgument, Equatable {
    var crop: PhotoAdjustments.Crop

    init?(argument: String) {
        if argument.lowercased() == "none" {
            crop = .all
            return
        }
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard parts.count == 4, argument.split(separator: ",", omittingEmptySubsequences: false).count == 4, parts.allSatisfy(\.isFinite) else { return nil }
        crop = PhotoAdjustments.Crop(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
    }
}

/// A look by its name, or `none`.
enum FilterArgument: ExpressibleByArgument, Equatable {
    case none
    case filter(PhotoFilter)

    static var allValueStrings: [String] { PhotoFilter.allCases.map(\.rawValue) + ["none"] }

    init?(argument: String) {
        if argument.lowercased() == "none" {
            self = .none
        } else if let filter = PhotoFilter.allCases.first(where: { $0.rawValue.lowercased() == argument.lowercased() }) {
            self = .filter(filter)
        } else {
            return nil
        }
    }
}

/// A moment of a Live Photo's movie in seconds, or `none` for the still as it was taken.
enum KeyFrameArgument: ExpressibleByArgument, Equatable {
    case none
    case seconds(Double)

    init?(argument: String) {
        if argument.lowercased() == "none" {
            self = .none
        } else if let seconds = Double(argument), seconds.isFinite {
            self = .seconds(seconds)
        } else {
            return nil
        }
    }
}
