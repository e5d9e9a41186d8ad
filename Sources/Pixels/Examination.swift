import Metadata

/// What an examination should make besides facts.
package struct ExamineOptions: Sendable, Equatable {
    /// Longest side of the thumbnail in pixels; 0 makes none.
    package var thumbnailSide = 256
    /// Longest side of the preview in pixels; 0 makes none.
    package var previewSide = 1440
    /// Of a picture of so many pixels or more that seems to be whole only facts are read; its thumbnail and preview are left for another time. `Int.max`, the
    /// default, leaves none.
    package var postponesFrom = Int.max

    package init() {}
    package static let factsOnly: ExamineOptions = {
        var options = ExamineOptions()
        options.thumbnailSide = 0
        options.previewSide = 0
        return options
    }()
}

extension ExamineOptions {
    /// Whether the size of a picture lets it be left for another time. A film's, and a RAW's, is as good as any.
    package func postpones(_ facts: MediaFacts) -> Bool {
        guard postponesFrom < Int.max, thumbnailSide > 0 || previewSide > 0 else { return false }
        return Double(facts.pixelWidth) * Double(facts.pixelHeight) >= Double(postponesFrom)
    }
}

/// The answer to an examination.
package struct Examination: Sendable {
    package var facts: MediaFacts
    /// Upright JPEG, never larger than the original; keeps a wide-gamut profile, else sRGB without a profile.
    package var preview: EncodedImage?
    /// Upright JPEG in sRGB.
    package var thumbnail: EncodedImage?
    /// Whether preview and thumbnail were left for another time, as the options allow.
    package var isPostponed = false
    /// Of a picture that was left for another time: the colours of the small picture that its file carries, where there is one.
    package var quarters: QuarterColors?

    package init(facts: MediaFacts, preview: EncodedImage?, thumbnail: EncodedImage?) {
        self.facts = facts
        self.preview = preview
        self.thumbnail = thumbnail
    }

    /// Of a picture that is left for another time.
    package init(postponed facts: MediaFacts, quarters: QuarterColors?) {
        self.init(facts: facts, preview: nil, thumbnail: nil)
        (isPostponed, self.quarters) = (true, quarters)
    }
}
