import Foundation
import Originals
import PhotoModel

/// What a dry run has counted so far. Its rows are taken back batch by batch, so this tells equal files that lie far apart.
///
/// Some 50 bytes a file: half of each hash, which is enough where files are only counted.
struct Rehearsal {
    enum Half { case still, movie, whole }

    private typealias Key = SIMD2<UInt64>

    /// True for what an asset was made of, false for what joined one.
    private var parts: [Key: Bool] = [:]
    /// Texts and kinds of resources, each together with its asset: texts may be equal beside two pictures.
    private var belongings: Set<Key> = []
    /// Live Photos by content identifier.
    private var halves: [String: Half] = [:]

    /// `nil` for content that was not met; else whether an asset was made of it.
    func isPrimary(_ sha256: [UInt8]) -> Bool? { parts[Self.key(sha256)] }

    /// True where the asset made of `primary` has this text.
    func hasText(_ sha256: [UInt8], of primary: [UInt8]) -> Bool { belongings.contains(Self.text(sha256, primary)) }

    /// True where the asset made of `primary` has a resource of this kind.
    func has(_ kind: ResourceType, of primary: [UInt8]) -> Bool { belongings.contains(Self.slot(kind, primary)) }

    func half(_ contentIdentifier: String) -> Half? { halves[contentIdentifier] }

    mutating func add(_ kind: ResourceType, _ sha256: [UInt8], of primary: [UInt8]) {
        if kind.isAccessory {
            belongings.insert(Self.text(sha256, primary))
        } else {
            parts[Self.key(sha256)] = sha256 == primary
            if sha256 != primary { belongings.insert(Self.slot(kind, primary)) }
        }
    }

    mutating func set(_ half: Half, _ contentIdentifier: String) { halves[contentIdentifier] = half }

    /// What was met later counts.
    mutating func add(_ other: Rehearsal) {
        parts.merge(other.parts) { $1 }
        belongings.formUnion(other.belongings)
        halves.merge(other.halves) { $1 }
    }

    private static func key(_ sha256: [UInt8]) -> Key {
        var key = Key()
        withUnsafeMutableBytes(of: &key) { $0.copyBytes(from: sha256.prefix(16)) }
        return key
    }

    private static func text(_ sha256: [UInt8], _ primary: [UInt8]) -> Key { key(primary) &+ key(sha256) &* 3 }
    private static func slot(_ kind: ResourceType, _ primary: [UInt8]) -> Key { key(primary) ^ Key(repeating: UInt64(kind.rawValue)) }
}
