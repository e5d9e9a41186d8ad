import Foundation
import LibraryEngine
import PhotoModel

/// One change of the library that can be made, and taken back by the step that making it gives.
///
/// Rows of assets are never used again, so steps keep those; albums that come back get other rows, so of albums they keep the UUID.
protocol Step: Sendable {
    /// How much access it takes.
    var need: ChangeNeed { get }
    /// How many identifiers it keeps in memory.
    var weight: Int { get }
    /// Makes the change, inside its transaction.
    /// - Throws: a `Problem` where it can't be made: nothing is changed then.
    func perform(in scene: StepScene) throws -> StepOutcome
}

/// What a step works with.
struct StepScene {
    let transaction: LibraryTransaction
    let now: Date
    /// Who changes, for what is written down.
    var author = ""
    /// Taking back or doing again: what others changed since stays as they left it.
    var isReturning = false
    /// What was looked into before, by the UUIDs of the photos that are to be two assets.
    var separations: [UUID: PreparedSeparation] = [:]
    /// The same of pairs whose other file is to be shown.
    var reversions: [UUID: PreparedReversion] = [:]

    var reader: LibraryReader { transaction.reader }

    /// So many records are in memory at a time: an act may be about a million assets.
    private static let page = 500

    /// Looks at the assets that are there, in their order.
    func forEachRecord(_ assets: [Int64], _ body: (AssetRecord) throws -> Void) throws {
        for start in stride(from: 0, to: assets.count, by: Self.page) {
            for record in try reader.assets(ids: assets[start..<min(start + Self.page, assets.count)]) { if let record { try body(record) } }
        }
    }
}

struct StepOutcome {
    /// Objects that are different now.
    var changed: Int
    /// What they are, for a person.
    var kinds = AssetKinds()
    /// `nil` where nothing changed, or nothing can be taken back.
    var inverse: (any Step)?
    var created: UUID?
    /// What was joined to a photo, or taken from it.
    var part: ResourceType?
    /// Of what was to be taken back: the first that stay as others left them.
    var left: [Left] = []

    struct Left: Sendable, Encodable {
        var filename: String
        /// `title`, `date` and so on.
        var fields: [String]
    }

    static let nothing = StepOutcome(changed: 0, inverse: nil)
}

/// How many of what: “3 photos”.
struct AssetKinds {
    private var images = 0, videos = 0, others = 0

    mutating func count(_ record: AssetRecord) {
        switch record.mediaType {
        case .image: images += 1
        case .video: videos += 1
        default: others += 1
        }
    }

    var total: Int { images + videos + others }

    var counted: ActFacts.Counted { ActFacts.Counted(kind: images == total ? "photos" : videos == total ? "videos" : "items", count: total) }
}

extension Int {
    /// In English whatever the server's locale: 1,204.
    var grouped: String {
        var digits = Array(String(self))
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: index)
            index -= 3
        }
        return String(digits)
    }
}
