import Metadata
import PhotoModel

/// A file of one folder, as the matcher sees it.
package struct MatchFile: Sendable {
    package let name: MediaName
    package let facts: MediaFacts

    package init(name: String, facts: MediaFacts) {
        (self.name, self.facts) = (MediaName(name), facts)
    }

    var isImage: Bool { facts.kind == .image || facts.kind == .rawImage }

    /// False only where both state a capture date and the dates differ. Renderings and developed RAWs may have lost the fraction of a second.
    func mayShareMoment(with other: MatchFile) -> Bool {
        guard let a = facts.captureDate, let b = other.facts.captureDate else { return true }
        return a.localSeconds.rounded(.down) == b.localSeconds.rounded(.down)
    }

    /// True where both state a capture date and a camera, and they agree.
    func surelySharesMoment(with other: MatchFile) -> Bool {
        guard facts.captureDate != nil, other.facts.captureDate != nil, let model = facts.camera.model else { return false }
        return mayShareMoment(with: other) && model == other.facts.camera.model && facts.camera.make == other.facts.camera.make
    }

    /// Which of several pictures with one name leads: the camera's own format first, then what everybody can show.
    var precedence: Int {
        switch (facts.kind, facts.uniformType) {
        case (.image, UniformTypes.heic), (.image, UniformTypes.heif): 0
        case (.image, UniformTypes.jpeg): 1
        case (.image, _): 2
        case (.rawImage, _): 3
        default: 4
        }
    }
}
