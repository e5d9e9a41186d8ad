import Metadata
import PhotoModel
import Pixels

/// Reads everything that a file says of itself, without decoding a pixel.
package struct FactsReader {
    /// The facts of one file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file; borrowed during the call.
    ///   - name: what the user knows the file by; used in messages and to break ties between types of equal content.
    ///   - findsMovies: whether the movie of a motion photo is looked for, whose head is read then.
    /// - Throws: `unsupported` where the content is no type the library keeps, `damaged` where it is one and its header can't be read,
    ///   `tooLarge` where the picture has more pixels than the limits allow.
    package static func read(_ bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits, findsMovies: Bool = false) throws(CodecError) -> MediaFacts {
        guard let type = FileSniffer.sniff(bytes, name: name) else { throw UnsupportedContent(bytes).error(name: name) }
        var facts = MediaFacts(kind: type.kind, uniformType: type.uniformType)
        let file = FactsSource(bytes: bytes, name: name, limits: limits, findsMovies: findsMovies)
        switch type.kind {
        case .image where UniformTypes.conforms(type.uniformType, to: UniformTypes.heifStandard): try facts.readHEIF(file)
        case .image: try facts.readImage(file)
        case .rawImage: try facts.readRaw(file)
        case .video, .audio: try facts.readMovie(file)
        case .adjustment: try facts.readAdjustment(file)
        case .sidecar: try facts.readSidecar(file)
        }
        // In this order: a product of two hostile sizes could overflow.
        if facts.pixelWidth > 0, facts.pixelHeight > limits.pixels / facts.pixelWidth {
            throw CodecError(
                .tooLarge, "“\(name)” has \(facts.pixelWidth) × \(facts.pixelHeight) pixels, more than the \(limits.pixels) that are read. Scale it down to import it.")
        }
        return facts
    }
}

/// One file while its facts are read.
struct FactsSource {
    let bytes: UnsafeRawBufferPointer
    let name: String
    let limits: DecodingLimits
    let findsMovies: Bool

    func damaged(_ what: String, cause: String? = nil) -> CodecError {
        CodecError(.damaged, "“\(name)” is damaged: \(what). Copy it again from where it came from.", cause: cause)
    }
}
