import Metadata

/// What an examination should make besides facts.
package struct ExamineOptions: Sendable, Equatable {
    /// Longest side of the thumbnail in pixels; 0 makes none.
    package var thumbnailSide = 256
    /// Longest side of the preview in pixels; 0 makes none.
    package var previewSide = 1440

    package init() {}
    package static let factsOnly: ExamineOptions = {
        var options = ExamineOptions()
        options.thumbnailSide = 0
        options.previewSide = 0
        return options
    }()
}

/// The answer to an examination.
package struct Examination: Sendable {
    package var facts: MediaFacts
    /// Upright JPEG, never larger than the original; keeps a wide-gamut profile, else sRGB without a profile.
    package var preview: EncodedImage?
    /// Upright JPEG in sRGB.
    package var thumbnail: EncodedImage?

    package init(facts: MediaFacts, preview: EncodedImage?, thumbnail: EncodedImage?) {
        self.facts = facts
        self.preview = preview
        self.thumbnail = thumbnail
    }
}
