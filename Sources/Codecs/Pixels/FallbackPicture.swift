import Pixels

/// What else a file shows of itself where its picture can't be decoded.
struct FallbackPicture {
    var reader: any PictureReader
    /// Why it is not the picture, as words that may follow "is damaged".
    var reason: String
}

/// A picture that is decoded already.
struct StillReader: PictureReader {
    let size: PixelSize
    let profile: ColorProfile?
    private let picture: DecodedPicture

    init(_ picture: DecodedPicture, profile: ColorProfile?) { (self.picture, size, self.profile) = (picture, picture.image.size, profile) }

    func decode(covering wanted: PixelSize) throws(CodecError) -> DecodedPicture { picture }
}

extension PictureReader {
    /// Works with the picture, or with the first fallback of it that will do.
    func withFallback<Result>(
        _ body: (any PictureReader) throws(CodecError) -> Result, marking: (inout Result, String) -> Void
    ) throws(CodecError) -> Result {
        do throws(CodecError) {
            return try body(self)
        } catch {
            guard error.code == .damaged else { throw error }
            for rest in fallbackPictures() {
                guard var result = try? body(rest.reader) else { continue }
                marking(&result, rest.reason)
                return result
            }
            throw error
        }
    }
}
