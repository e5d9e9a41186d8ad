import Foundation
import Synchronization

extension PHFetchResult {
    /// Calls the block with each object, its index and a flag that ends the enumeration when set.
    public func enumerateObjects(_ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerate(Array(0..<count), [], block)
    }

    /// `.reverse` goes from the last to the first; `.concurrent` calls the block on several threads at once, in no order. Returns when all is done.
    public func enumerateObjects(options opts: NSEnumerationOptions = [], using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerate(Array(0..<count), opts, block)
    }

    /// Calls the block with the objects at these indexes; otherwise as `enumerateObjects(options:using:)`. An index outside the result traps.
    public func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [], using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerate(Array(s), opts, block)
    }

    private func enumerate(_ indexes: [Int], _ options: NSEnumerationOptions, _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        if options.contains(.concurrent) { return enumerateConcurrently(indexes, block) }
        var stop: ObjCBool = false
        if options.contains(.reverse) {
            for index in indexes.reversed() {
                block(object(at: index), index, &stop)
                if stop.boolValue { return }
            }
        } else {
            for index in indexes {
                block(object(at: index), index, &stop)
                if stop.boolValue { return }
            }
        }
    }

    private func enumerateConcurrently(_ indexes: [Int], _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        let block = Unchecked(block)
        let stopped = Atomic<Bool>(false)
        let chunk = AssetStorage.batchSize
        DispatchQueue.concurrentPerform(iterations: (indexes.count + chunk - 1) / chunk) { number in
            for index in indexes[(number * chunk)..<min(indexes.count, (number + 1) * chunk)] {
                if stopped.load(ordering: .relaxed) { return }
                var stop: ObjCBool = false
                block.value(object(at: index), index, &stop)
                if stop.boolValue { stopped.store(true, ordering: .relaxed) }
            }
        }
    }
}
