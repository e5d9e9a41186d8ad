import Foundation
import LibraryEngine

/// What a change request does to the assets of an album, or to the albums and folders of a folder.
enum ListStep {
    case add([PHObject])
    case insert([PHObject], IndexSet)
    case remove([PHObject])
    case removeAt(IndexSet)
    case replace(IndexSet, [PHObject])
    case move(IndexSet, Int)

    /// What the collection must allow.
    var operations: [PHCollectionEditOperation] {
        switch self {
        case .add(let objects), .insert(let objects, _): Self.arrival(of: objects)
        case .remove, .removeAt: [.removeContent]
        case .replace(_, let objects): Self.arrival(of: objects) + [.rearrangeContent]
        case .move: [.rearrangeContent]
        }
    }

    /// A placeholder stands for what the same block makes, everything else is there already.
    private static func arrival(of objects: [PHObject]) -> [PHCollectionEditOperation] {
        let new = objects.count { $0 is PHObjectPlaceholder }
        return (new > 0 ? [.createContent] : []) + (new < objects.count || objects.isEmpty ? [.addContent] : [])
    }

    var usesPositions: Bool {
        switch self {
        case .add, .remove: false
        case .insert, .removeAt, .replace, .move: true
        }
    }

    /// - Parameters:
    ///   - arriving: the row of what comes into the list; throws where there is none.
    ///   - known: the row of what leaves it; `nil` for what the library has no more.
    func apply(to edit: inout ListEdit, arriving: (PHObject) throws -> Int64, known: (PHObject) throws -> Int64?) throws {
        do {
            switch self {
            case .add(let objects): edit.add(try objects.map(arriving))
            case .insert(let objects, let indexes): try edit.insert(objects.map(arriving), at: indexes)
            case .remove(let objects): edit.remove(try objects.compactMap(known))
            case .removeAt(let indexes): try edit.remove(at: indexes)
            case .replace(let indexes, let objects): try edit.replace(at: indexes, with: objects.map(arriving))
            case .move(let indexes, let target): try edit.move(at: indexes, to: target)
            }
        } catch let failure as ListEdit.Failure {
            throw PHPhotosError(.changeNotSupported, Self.message(failure), cause: failure)
        }
    }

    private static func message(_ failure: ListEdit.Failure) -> String {
        switch failure {
        case .countsDiffer(let positions, let rows): "\(rows) objects can't be put at \(positions) positions. Give one for each."
        case .positionOutside(let position, let count):
            "There is no position \(position) in a list of \(count). It may have changed meanwhile: make the request with the fetch result that the position counts in."
        case .twice: "One object can't be put at two positions of a list."
        }
    }

    /// The objects of an array, set, fetch result or other enumeration.
    static func objects(_ enumeration: any NSFastEnumeration) -> [PHObject] { elements(of: enumeration).compactMap { $0 as? PHObject } }
}
