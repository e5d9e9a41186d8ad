import Foundation
import Metadata

extension MediaFacts {
    /// What an image file says of itself, laid out as ImageIO does: `PixelWidth`, `{Exif}` and so on. What it does not say is left out.
    var imageProperties: [String: Any] {
        var properties: [String: Any] = ["Orientation": NSNumber(value: orientation), "ColorModel": "RGB"]
        if pixelWidth > 0, pixelHeight > 0 { (properties["PixelWidth"], properties["PixelHeight"]) = (NSNumber(value: pixelWidth), NSNumber(value: pixelHeight)) }
        properties["Depth"] = bitsPerComponent.map { NSNumber(value: $0) }
        properties["ProfileName"] = colorProfile
        if hasAlpha { properties["HasAlpha"] = NSNumber(value: true) }
        for (name, part) in [("{Exif}", exifProperties), ("{TIFF}", tiffProperties), ("{GPS}", gpsProperties), ("{IPTC}", iptcProperties)] where !part.isEmpty {
            properties[name] = part
        }
        return properties
    }

    private var exifProperties: [String: Any] {
        var part: [String: Any] = [:]
        if pixelWidth > 0, pixelHeight > 0 {
            (part["PixelXDimension"], part["PixelYDimension"]) = (NSNumber(value: pixelWidth), NSNumber(value: pixelHeight))
        }
        if let captureDate, let text = ExifSegment.dateText(captureDate.localSeconds - Date.timeIntervalBetween1970AndReferenceDate) {
            part["DateTimeOriginal"] = text
            let fraction = captureDate.localSeconds - captureDate.localSeconds.rounded(.down)
            if fraction >= 0.0005 { part["SubsecTimeOriginal"] = String(String(Int((fraction * 1000).rounded()) + 1000).suffix(3)) }
            part["OffsetTimeOriginal"] = captureDate.utcOffset.map(ExifSegment.offsetText)
        }
        part["ExposureTime"] = camera.exposureTime.map { NSNumber(value: $0) }
        part["FNumber"] = camera.fNumber.map { NSNumber(value: $0) }
        part["ISOSpeedRatings"] = camera.iso.map { [NSNumber(value: $0)] }
        part["FocalLength"] = camera.focalLength.map { NSNumber(value: $0) }
        part["FocalLenIn35mmFilm"] = camera.focalLengthIn35mm.map { NSNumber(value: $0) }
        part["Flash"] = camera.flashFired.map { NSNumber(value: $0 ? 1 : 0) }
        part["LensModel"] = camera.lens
        return part
    }

    private var tiffProperties: [String: Any] {
        var part: [String: Any] = ["Orientation": NSNumber(value: orientation)]
        (part["Make"], part["Model"], part["Software"]) = (camera.make, camera.model, camera.software)
        return part
    }

    private var gpsProperties: [String: Any] {
        guard let location else { return [:] }
        var part: [String: Any] = [
            "Latitude": NSNumber(value: abs(location.latitude)), "LatitudeRef": location.latitude < 0 ? "S" : "N",
            "Longitude": NSNumber(value: abs(location.longitude)), "LongitudeRef": location.longitude < 0 ? "W" : "E",
        ]
        if let altitude = location.altitude { (part["Altitude"], part["AltitudeRef"]) = (NSNumber(value: abs(altitude)), NSNumber(value: altitude < 0 ? 1 : 0)) }
        if let direction = location.direction { (part["ImgDirection"], part["ImgDirectionRef"]) = (NSNumber(value: direction), "T") }
        // Metres a second are 3.6 kilometres an hour.
        if let speed = location.speed { (part["Speed"], part["SpeedRef"]) = (NSNumber(value: speed * 3.6), "K") }
        part["HPositioningError"] = location.horizontalAccuracy.map { NSNumber(value: $0) }
        return part
    }

    private var iptcProperties: [String: Any] {
        var part: [String: Any] = [:]
        (part["ObjectName"], part["Caption/Abstract"]) = (title, caption)
        if !keywords.isEmpty { part["Keywords"] = keywords }
        part["StarRating"] = rating.map { NSNumber(value: $0) }
        return part
    }
}
