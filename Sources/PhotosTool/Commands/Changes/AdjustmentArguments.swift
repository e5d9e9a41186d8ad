import ArgumentParser
import Foundation
import Photos

/// What `photos edit` does to pictures. What is not named stays as an earlier edit made it.
struct AdjustmentArguments: ParsableArguments {
    @Option(help: said("Show only a part: left, top, width and height as fractions such as 0.1,0,0.8,1, or none.", valueName: "x,y,w,h"))
    var crop: CropArgument?

    @Option(parsing: .unconditional, help: said("Turn by quarters: 90 is clockwise, -90 the other way.", valueName: "degrees"))
    var rotate: Int?

    @Flag(help: said("Exchange left and right."))
    var flip = false

    @Option(parsing: .unconditional, help: said("Turn clockwise, -45 to 45, and enlarge until no corner is empty.", valueName: "degrees"))
    var straighten: Double?

    @Option(parsing: .unconditional, help: said("Lean back or forward, -1 to 1: above 0 the top gets wider.", valueName: "n"))
    var perspectiveVertical: Double?

    @Option(parsing: .unconditional, help: said("Turn like a door, -1 to 1: above 0 the right side gets wider.", valueName: "n"))
    var perspectiveHorizontal: Double?

    @Option(parsing: .unconditional, help: said("Stops of light, -4 to 4.", valueName: "stops"))
    var exposure: Double?

    @Option(parsing: .unconditional, help: said("Lift what is dark and keep what is bright, -1 to 1.", valueName: "n"))
    var brilliance: Double?

    @Option(parsing: .unconditional, help: said("What is bright, -1 to 1.", valueName: "n"))
    var highlights: Double?

    @Option(parsing: .unconditional, help: said("What is dark, -1 to 1.", valueName: "n"))
    var shadows: Double?

    @Option(parsing: .unconditional, help: said("Contrast, -1 to 1.", valueName: "n"))
    var contrast: Double?

    @Option(parsing: .unconditional, help: said("Where black begins, -1 to 1.", valueName: "n"))
    var blackPoint: Double?

    @Option(parsing: .unconditional, help: said("Colourfulness, -1 to 1; -1 is grey.", valueName: "n"))
    var saturation: Double?

    @Option(parsing: .unconditional, help: said("Blue to yellow, -1 to 1.", valueName: "n"))
    var warmth: Double?

    @Option(parsing: .unconditional, help: said("Green to magenta, -1 to 1.", valueName: "n"))
    var tint: Double?

    @Option(help: said("Edges, 0 to 1.", valueName: "n"))
    var sharpness: Double?

    @Option(parsing: .unconditional, help: said("Darken the corners, or brighten them below 0, -1 to 1.", valueName: "n"))
    var vignette: Double?

    @Option(help: said("A look.", valueName: "name"))
    var filter: FilterArgument?

    @Option(help: said("How much of the look, 0 to 1.", valueName: "n"))
    var filterIntensity: Double?

    @Option(help: said("Of a Live Photo: the second of its movie that becomes its still, or none.", valueName: "seconds"))
    var keyFrame: KeyFrameArgument?

    @Flag(inversion: .prefixedNo, help: said("Of a Live Photo: leave its sound out."))
    var mute: Bool?

    @Option(help: said("Begin with the adjustments in a file, in the format of Docs/Adjustments.md.", valueName: "file"), completion: .file(extensions: ["json"]))
    var adjustments: String?

    @Option(help: said("Begin with the adjustments of another photo.", valueName: "id"), completion: .assetIdentifiers)
    var copyEditFrom: String?

    @Flag(help: said("Take all edits of the picture back."))
    var revert = false

    private var numbers: [(AdjustmentParameter, Double?)] {
        [
            (.straighten, straighten), (.perspectiveVertical, perspectiveVertical), (.perspectiveHorizontal, perspectiveHorizontal), (.exposure, exposure),
            (.brilliance, brilliance), (.highlights, highlights), (.shadows, shadows), (.contrast, contrast), (.blackPoint, blackPoint),
            (.saturation, saturation), (.warmth, warmth), (.tint, tint), (.sharpness, sharpness), (.vignette, vignette), (.filterIntensity, filterIntensity),
        ]
    }

    /// Whether something is done to the numbers.
    private var changesNumbers: Bool { crop != nil || rotate != nil || flip || filter != nil || keyFrame != nil || mute != nil || numbers.contains { $0.1 != nil } }

    /// Whether nothing is done to pictures.
    var isEmpty: Bool { !changesNumbers && adjustments == nil && copyEditFrom == nil && !revert }

    func validate() throws {
        if revert, changesNumbers || adjustments != nil || copyEditFrom != nil { throw wrongUsage("--revert takes all edits back; leave the others out.") }
        if adjustments != nil, copyEditFrom != nil { throw wrongUsage("Begin either with --adjustments or with --copy-edit-from.") }
        if let rotate, rotate % 90 != 0 { throw wrongUsage("--rotate turns by 90, 180 or 270 degrees; --straighten by less.") }
        do { try changed(PhotoAdjustments()).validate() } catch { throw ValidationError("\(error)") }
    }

    /// What becomes of a photo's adjustments.
    func changed(_ before: PhotoAdjustments) -> PhotoAdjustments {
        var result = before
        for _ in 0..<(((rotate ?? 0) / 90) % 4 + 4) % 4 { result.rotateClockwise() }
        if flip { result.flipHorizontally() }
        if let crop { result.crop = crop.crop }
        for (parameter, value) in numbers { if let value { result[parameter] = value } }
        switch keyFrame {
        case .seconds(let seconds)?: result.keyFrame = seconds
        case KeyFrameArgument.none?: result.keyFrame = nil
        case nil: break
        }
        if let mute { result.isMuted = mute }
        switch filter {
        case .filter(let filter)?: result.filter = filter
        case FilterArgument.none?: result.filter = nil
        case nil: break
        }
        return result
    }
}
