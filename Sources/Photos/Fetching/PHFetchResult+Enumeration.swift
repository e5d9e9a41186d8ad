import Foundation
import Synchronization

extension PHFetchResult {
    func enumerate(_ indexes: [Int], _ options: NSEnumerationOptions, _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
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
