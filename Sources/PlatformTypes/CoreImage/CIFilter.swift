import Adjustments
import Foundation
import Synchronization

/// The image that a filter works on (`CIImage`).
public let kCIInputImageKey = "inputImage"
/// What lies below (`CIImage`).
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// How much of an effect there is (`NSNumber`).
public let kCIInputIntensityKey = "inputIntensity"
/// How far an effect reaches, in pixels (`NSNumber`).
public let kCIInputRadiusKey = "inputRadius"
/// Stops (`NSNumber`).
public let kCIInputEVKey = "inputEV"
/// Added to every colour (`NSNumber`).
public let kCIInputBrightnessKey = "inputBrightness"
/// How far colours are from the middle (`NSNumber`).
public let kCIInputContrastKey = "inputContrast"
/// How far colours are from grey (`NSNumber`).
public let kCIInputSaturationKey = "inputSaturation"
/// A colour (`CIColor`).
public let kCIInputColorKey = "inputColor"
/// How an image is moved (`CGAffineTransform`).
public let kCIInputTransformKey = "inputTransform"
/// The image that a filter gives (`CIImage`).
public let kCIOutputImageKey = "outputImage"

/// What is done to an image, with values that can be set. <https://developer.apple.com/documentation/coreimage/cifilter>
///
/// Only what is done here as Apple says has a filter: Docs/Behaviour.md lists the names. For one thread at a time.
open class CIFilter: NSObject {
    /// The name it was made by.
    public let name: String
    private let kind: FilterKind
    private var values: [String: Any]

    /// `nil` for a name that is not known.
    public convenience init?(name: String) { self.init(name: name, parameters: nil) }

    /// A filter with these values, the others being its defaults. `nil` for a name that is not known.
    /// - Parameter parameters: by keys; what is no key of the filter is left out.
    public init?(name: String, parameters: [String: Any]?) {
        guard let kind = FilterKind.all[name] else { return nil }
        (self.name, self.kind, values) = (name, kind, kind.defaults)
        super.init()
        for (key, value) in parameters ?? [:] { setValue(value, forKey: key) }
    }

    /// All names that filters are known by.
    open class func filterNames(inCategory category: String?) -> [String] { category == nil ? FilterKind.all.keys.sorted() : [] }

    /// What can be set.
    open var inputKeys: [String] { kind.keys }
    /// What it gives.
    open var outputKeys: [String] { [kCIOutputImageKey] }

    /// All values but images as they are for a new filter.
    open func setDefaults() { values.merge(kind.defaults) { _, standard in standard } }

    /// Sets a value; `nil` takes it out. What is no key of the filter is left alone.
    open func setValue(_ value: Any?, forKey key: String) {
        if kind.keys.contains(key) { values[key] = value }
    }

    /// A value, or under `outputImage` what the filter gives; `nil` where it was not set.
    open func value(forKey key: String) -> Any? { key == kCIOutputImageKey ? outputImage : values[key] }

    /// The image with the effect; `nil` where an image that it needs was not set.
    open var outputImage: CIImage? { kind.apply(FilterValues(values: values)) }
}

/// What was set of a filter, whatever type of number it came as.
struct FilterValues {
    let values: [String: Any]

    func image(_ key: String = kCIInputImageKey) -> CIImage? { values[key] as? CIImage }
    func color(_ key: String) -> CIColor? { values[key] as? CIColor }
    func vector(_ key: String) -> CIVector? { values[key] as? CIVector }

    func number(_ key: String) -> Double {
        switch values[key] {
        case let number as NSNumber: number.doubleValue
        case let number as Double: number
        case let number as CGFloat: Double(number)
        case let number as Float: Double(number)
        case let number as Int: Double(number)
        default: 0
        }
    }
}

/// One filter: its keys, its defaults and what it does.
struct FilterKind: Sendable {
    let keys: [String]
    private let numbers: [String: Double]
    private let vectors: [String: [CGFloat]]
    let apply: @Sendable (FilterValues) -> CIImage?

    /// - Parameter apply: gets the image that is needed.
    private init(_ numbers: [String: Double] = [:], vectors: [String: [CGFloat]] = [:], more: [String] = [], _ apply: @escaping @Sendable (CIImage, FilterValues) -> CIImage?) {
        (self.numbers, self.vectors) = (numbers, vectors)
        keys = [kCIInputImageKey] + numbers.keys.sorted() + vectors.keys.sorted() + more
        self.apply = { values in values.image().flatMap { apply($0, values) } }
    }

    private init(generator keys: [String], _ apply: @escaping @Sendable (FilterValues) -> CIImage?) {
        (self.keys, numbers, vectors, self.apply) = (keys, [:], [:], apply)
    }

    var defaults: [String: Any] {
        var defaults: [String: Any] = numbers.mapValues { NSNumber(value: $0) }
        for (key, row) in vectors { defaults[key] = CIVector(x: row[0], y: row[1], z: row[2], w: row[3]) }
        return defaults
    }

    private static func straight(_ image: CIImage, _ change: @escaping @Sendable (Light) -> Light) -> CIImage { CIImage(PixelStep(straight: image.step, change)) }

    private static func look(_ filter: PhotoFilter) -> FilterKind { FilterKind { image, _ in CIImage(PixelStep(image.step, filter, intensity: 1)) } }

    private static func row(_ vector: CIVector?) -> Light { vector.map { Light(Float($0.x), Float($0.y), Float($0.z), Float($0.w)) } ?? Light(repeating: 0) }

    /// How much of the brightness is red's, green's and blue's.
    private static let weights = Light(0.2126, 0.7152, 0.0722, 0)

    static let all: [String: FilterKind] = [
        "CIAffineTransform": FilterKind(more: [kCIInputTransformKey]) { image, values in
            (values.values[kCIInputTransformKey] as? CGAffineTransform).map { image.transformed(by: $0) } ?? image
        },
        "CIAffineClamp": FilterKind(more: [kCIInputTransformKey]) { image, values in
            ((values.values[kCIInputTransformKey] as? CGAffineTransform).map { image.transformed(by: $0) } ?? image).clampedToExtent()
        },
        "CICrop": FilterKind(more: ["inputRectangle"]) { image, values in values.vector("inputRectangle").map { image.cropped(to: $0.cgRectValue) } ?? image },
        "CISourceOverCompositing": FilterKind(more: [kCIInputBackgroundImageKey]) { image, values in
            values.image(kCIInputBackgroundImageKey).map { image.composited(over: $0) } ?? image
        },
        "CIConstantColorGenerator": FilterKind(generator: [kCIInputColorKey]) { values in values.color(kCIInputColorKey).map { CIImage(color: $0) } },
        "CIGaussianBlur": FilterKind([kCIInputRadiusKey: 10]) { image, values in image.applyingGaussianBlur(sigma: values.number(kCIInputRadiusKey)) },
        "CIExposureAdjust": FilterKind([kCIInputEVKey: 0]) { image, values in
            let gain = Float(exp2(values.number(kCIInputEVKey)))
            return straight(image) { $0 * gain }
        },
        "CIGammaAdjust": FilterKind(["inputPower": 1]) { image, values in
            let power = Float(values.number("inputPower"))
            return straight(image) { Light(powf(max($0.x, 0), power), powf(max($0.y, 0), power), powf(max($0.z, 0), power), 1) }
        },
        "CIColorControls": FilterKind([kCIInputSaturationKey: 1, kCIInputBrightnessKey: 0, kCIInputContrastKey: 1]) { image, values in
            let saturation = Float(values.number(kCIInputSaturationKey)), brightness = Float(values.number(kCIInputBrightnessKey))
            let contrast = Float(values.number(kCIInputContrastKey))
            return straight(image) { light in
                let grey = Light(repeating: (light * weights).sum())
                return (grey + (light - grey) * saturation + brightness - 0.5) * contrast + 0.5
            }
        },
        "CIColorInvert": FilterKind { image, _ in straight(image) { 1 - $0 } },
        "CIColorMatrix": FilterKind(vectors: [
            "inputRVector": [1, 0, 0, 0], "inputGVector": [0, 1, 0, 0], "inputBVector": [0, 0, 1, 0], "inputAVector": [0, 0, 0, 1], "inputBiasVector": [0, 0, 0, 0],
        ]) { image, values in
            let rows = ["inputRVector", "inputGVector", "inputBVector", "inputAVector"].map { row(values.vector($0)) }, bias = row(values.vector("inputBiasVector"))
            return CIImage(
                PixelStep(source: image.step) { light in
                    var straight = light / light.w
                    straight.w = light.w
                    let mixed = Light((straight * rows[0]).sum(), (straight * rows[1]).sum(), (straight * rows[2]).sum(), (straight * rows[3]).sum()) + bias
                    let alpha = min(max(mixed.w, 0), 1)
                    var result = mixed * alpha
                    result.w = alpha
                    return result
                })
        },
        "CIColorClamp": FilterKind(vectors: ["inputMinComponents": [0, 0, 0, 0], "inputMaxComponents": [1, 1, 1, 1]]) { image, values in
            let low = row(values.vector("inputMinComponents")), high = row(values.vector("inputMaxComponents"))
            return straight(image) { pointwiseMin(pointwiseMax($0, low), high) }
        },
        "CISepiaTone": FilterKind([kCIInputIntensityKey: 1]) { image, values in
            CIImage(PixelStep(image.step, .sepia, intensity: values.number(kCIInputIntensityKey)))
        },
        "CIPhotoEffectMono": look(.mono),
        "CIPhotoEffectNoir": look(.noir),
        "CIPhotoEffectChrome": look(.chrome),
        "CIPhotoEffectFade": look(.fade),
    ]
}
