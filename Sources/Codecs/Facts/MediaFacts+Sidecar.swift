import Metadata
import PhotoModel
import Pixels

extension MediaFacts {
    mutating func readAdjustment(_ file: FactsSource) throws(CodecError) {
        guard let adjustment = AdjustmentFacts(propertyList: file.bytes) else {
            throw file.damaged("its property list is broken or cut off")
        }
        self.adjustment = adjustment
    }

    mutating func readSidecar(_ file: FactsSource) throws(CodecError) {
        let collector = TagCollector()
        if let failure = collector.readXMPPacket(file.bytes) { throw file.damaged("its XMP is broken or cut off", cause: failure) }
        interpret(collector.tags)
        let choice = collector.tags.text("Xmp.opl.OriginalResourceChoice")
        originalChoice = OriginalChoice.named.first { $0.name == choice }
        if let burst = collector.tags.text("Xmp.opl.BurstIdentifier") { burstIdentifier = burst }
        let said = BelongingFacts(collector.tags)
        belonging = said == BelongingFacts() ? nil : said
    }
}

extension BelongingFacts {
    /// By XMP's way to write what is true.
    fileprivate init(_ tags: TagList) {
        self.init()
        (pairedVideo, alternatePhoto) = (tags.text("Xmp.opl.PairedVideo"), tags.text("Xmp.opl.AlternatePhoto"))
        playback = tags.text("Xmp.opl.Playback")
        (isBurstPick, representsBurst) = (tags.text("Xmp.opl.IsBurstPick") == "True", tags.text("Xmp.opl.RepresentsBurst") == "True")
    }
}
