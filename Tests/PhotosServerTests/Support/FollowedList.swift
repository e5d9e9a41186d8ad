import Foundation

/// What a page knows of a list that it follows: it reads stretches, and keeps the rest in step by ranges alone.
struct FollowedList {
    private(set) var tiles: [PageAnswer.Tile?]
    private(set) var position: Int
    private(set) var wasTold = 0

    init(_ hello: EventStream.Hello) { (tiles, position) = (Array(repeating: nil, count: hello.count), hello.position) }

    mutating func apply(_ change: EventStream.Change) throws {
        wasTold += 1
        position = change.position
        guard change.incremental else {
            tiles = Array(repeating: nil, count: change.count)
            return
        }
        for range in change.removed.reversed() {
            guard range[0] + range[1] <= tiles.count else { throw HTTPConnection.Failure("\(range) of \(tiles.count) was removed") }
            tiles.removeSubrange(range[0]..<range[0] + range[1])
        }
        for range in change.inserted {
            guard range[0] <= tiles.count else { throw HTTPConnection.Failure("\(range) was inserted into \(tiles.count)") }
            tiles.insert(contentsOf: repeatElement(nil, count: range[1]), at: range[0])
        }
        for range in change.changed { for index in range[0]..<range[0] + range[1] { tiles[index] = nil } }
        guard tiles.count == change.count else { throw HTTPConnection.Failure("\(tiles.count) are left of \(change)") }
    }

    /// A stretch that was read at another position says nothing of this list.
    mutating func fill(_ page: PageAnswer) {
        guard page.position == position else { return }
        for (index, tile) in page.assets.enumerated() where page.offset + index < tiles.count { tiles[page.offset + index] = tile }
    }

    var known: Int { tiles.count { $0 != nil } }
}
