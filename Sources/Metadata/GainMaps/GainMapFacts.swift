/// What a file says of the gain map beside its picture: a smaller picture, by which a bright screen shows each part brighter than an ordinary one can.
package struct GainMapFacts: Sendable, Equatable, Codable {
    /// Who says what the map's values mean.
    package enum Kind: String, Sendable, Codable {
        /// Apple, in an auxiliary picture of its own type, since iOS 14.
        case apple
        /// Adobe and Google, in XMP: Ultra HDR.
        case ultraHDR
        /// ISO 21496-1.
        case iso
    }

    package var kind: Kind
    /// How bright the brightest is that the map asks for, as a multiple of an ordinary screen's white; more than 1.
    package var headroom: Double

    package init(kind: Kind, headroom: Double) { (self.kind, self.headroom) = (kind, headroom) }

    /// More than any screen can, and than a film in PQ says: ten thousand candela over a white of 100 are 100.
    package static let mostHeadroom = 65_536.0
}
