/// One tag as a metadata library hands it out.
package struct MetadataTag: Sendable, Equatable {
    /// `Exif.Photo.DateTimeOriginal`, `Iptc.Application2.Keywords`, `Xmp.dc.subject`, `QuickTime.com.apple.quicktime.make`, …
    package var key: String
    /// The value as text: numbers apart by spaces, fractions as `1/50`. Empty where only `bytes` make sense.
    package var text: String
    /// The raw value, where it is more than text: maker notes, Windows' UTF-16 tags.
    package var bytes: [UInt8]

    package init(_ key: String, _ text: String, bytes: [UInt8] = []) {
        (self.key, self.text, self.bytes) = (key, text, bytes)
    }
}
