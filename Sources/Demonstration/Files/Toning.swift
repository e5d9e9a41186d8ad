import Foundation

/// An edit: a picture in black and white.
enum Toning {
    /// Through an orange filter, which darkens skies.
    static func monochrome(_ pixels: [UInt8]) -> [UInt8] {
        var result = pixels
        let count = pixels.count
        result.withUnsafeMutableBufferPointer { buffer in
            guard let out = buffer.baseAddress else { return }
            var place = 0
            while place &+ 3 < count {
                let light = Int(out[place]) &* 140 &+ Int(out[place &+ 1]) &* 92 &+ Int(out[place &+ 2]) &* 24
                let grey = UInt8(truncatingIfNeeded: light >> 8)
                out[place] = grey
                out[place &+ 1] = grey
                out[place &+ 2] = grey
                place &+= 4
            }
        }
        return result
    }

    /// What was done, for whoever continues the edit.
    static func adjustment() throws -> Data {
        let plist: [String: Any] = [
            "adjustmentFormatIdentifier": "org.openphotokit.demonstration", "adjustmentFormatVersion": "1.0", "adjustmentBaseVersion": 0,
            "adjustmentData": Data("{\"filter\":\"monochrome\"}".utf8), "adjustmentEditorBundleID": "org.openphotokit.demonstration",
        ]
        return try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
    }
}
