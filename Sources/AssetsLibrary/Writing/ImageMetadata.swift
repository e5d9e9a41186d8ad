import Photos

/// What an application's dictionary in ImageIO's layout says, as far as it can be understood: values of other types are passed over.
struct ImageMetadata {
    /// As it was given, with keys that are texts.
    private var top: [String: Any]

    /// Where `ALAssetRepresentation.metadata()` has the asset's edit.
    static let adjustmentKey = "AdjustmentXMP"

    init(_ dictionary: [AnyHashable: Any]?) { top = Self.texted(dictionary ?? [:]) }

    /// Keys are texts of Swift's or of Foundation's, which are not equal to each other.
    private static func texted(_ dictionary: [AnyHashable: Any]) -> [String: Any] {
        var texted: [String: Any] = [:]
        for (key, value) in dictionary {
            if let key = key.base as? String ?? (key.base as? NSString).map({ $0 as String }) { texted[key] = value }
        }
        return texted
    }

    /// An edit that is to be made of the picture, as text or data; `nil` where there is none.
    var adjustmentXMP: Data? { (top[Self.adjustmentKey] as? Data) ?? (top[Self.adjustmentKey] as? String).map { Data($0.utf8) } }

    /// What a file can say.
    var properties: [String: Any] { top.filter { $0.key != Self.adjustmentKey } }

    /// The same of pixels that were turned already.
    var upright: ImageMetadata {
        var upright = self
        upright.top["Orientation"] = NSNumber(value: 1)
        return upright
    }

    /// A dictionary in the dictionary, such as `{Exif}`; empty where there is none.
    func part(_ name: String) -> [String: Any] { (top[name] as? [AnyHashable: Any]).map(Self.texted) ?? [:] }

    /// 1 to 8; the one of the whole image goes before TIFF's.
    var orientation: CGImagePropertyOrientation? {
        let number = (top["Orientation"] as? NSNumber) ?? (part("{TIFF}")["Orientation"] as? NSNumber)
        return number.flatMap { CGImagePropertyOrientation(rawValue: $0.uint32Value) }
    }

    var caption: String? { part("{IPTC}")["Caption/Abstract"] as? String }
    var keywords: [String] { (part("{IPTC}")["Keywords"] as? [Any] ?? []).compactMap { $0 as? String } }

    var location: CLLocation? {
        let place = part("{GPS}")
        guard let latitude = Self.signed(place, "Latitude", negative: "S"), let longitude = Self.signed(place, "Longitude", negative: "W") else { return nil }
        let coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        guard CLLocationCoordinate2DIsValid(coordinate) else { return nil }
        let altitude = Self.finite(place["Altitude"]), isBelow = (place["AltitudeRef"] as? NSNumber)?.intValue == 1
        return CLLocation(
            coordinate: coordinate, altitude: altitude.map { isBelow ? -$0 : $0 } ?? 0,
            horizontalAccuracy: Self.finite(place["HPositioningError"]) ?? 0, verticalAccuracy: altitude == nil ? -1 : 0, timestamp: Date())
    }

    private static func finite(_ value: Any?) -> Double? { (value as? NSNumber).flatMap { $0.doubleValue.isFinite ? $0.doubleValue : nil } }

    private static func signed(_ place: [String: Any], _ key: String, negative: String) -> Double? {
        guard let number = finite(place[key]) else { return nil }
        return (place[key + "Ref"] as? String)?.uppercased() == negative ? -abs(number) : number
    }

    /// `{Exif}`'s date, in the process' time zone where it does not say its own.
    var creationDate: Date? {
        let exif = part("{Exif}")
        guard let text = exif["DateTimeOriginal"] as? String, let parts = Self.dateParts(text) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = (exif["OffsetTimeOriginal"] as? String).flatMap(Self.zone) ?? .current
        return calendar.date(from: parts)
    }

    /// `2012:09:12 10:00:00`; `nil` for any other text, and for one that no clock shows.
    static func dateParts(_ text: String) -> DateComponents? {
        let numbers = text.split(whereSeparator: { $0 == ":" || $0 == " " }).compactMap { Int($0) }
        guard text.utf8.count == 19, numbers.count == 6, zip(numbers, dateRanges).allSatisfy({ $1.contains($0) }) else { return nil }
        return DateComponents(year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    }

    /// Of the year, the month, the day, the hour, the minute and the second.
    private static let dateRanges = [1...9999, 1...12, 1...31, 0...23, 0...59, 0...59]

    /// `+02:00`.
    private static func zone(_ text: String) -> TimeZone? {
        let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard let sign = text.first, sign == "+" || sign == "-", parts.count == 2, (0...18).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
        return TimeZone(secondsFromGMT: (sign == "-" ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60))
    }
}
