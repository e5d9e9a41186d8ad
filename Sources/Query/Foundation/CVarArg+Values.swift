import Foundation

// On Apple's platforms dates, numbers and arrays pass as `CVarArg`, by themselves or by bridging, and clients write
// `NSPredicate(format: "creationDate > %@", date as CVarArg)`. Foundation on Linux makes only texts and plain numbers conform. A predicate
// takes the value itself out of the existential; the encodings below are for `String(format:)` and its like.
extension NSDate: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) } }
extension NSNumber: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) } }
extension NSUUID: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) } }
extension NSNull: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) } }
extension NSArray: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) } }
extension NSSet: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) } }
extension NSOrderedSet: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self) } }
extension Date: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self as NSDate) } }
extension UUID: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self as NSUUID) } }
extension Decimal: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self as NSDecimalNumber) } }
extension Array: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self as NSArray) } }
extension Set: @retroactive CVarArg { public var _cVarArgEncoding: [Int] { ObjectArgument.encoding(self as NSSet) } }

/// Objects as C arguments.
package enum ObjectArgument {
    /// A pointer to the object's description, which is what `%@` prints; Foundation's formatter on Linux crashes on objects that are no texts.
    ///
    /// It must outlive the call it is an argument of. There is no autorelease pool to keep it, so each thread keeps its last ones.
    package static func encoding(_ object: NSObject) -> [Int] {
        let threadDictionary = Thread.current.threadDictionary
        let kept = threadDictionary[key] as? Kept ?? Kept()
        threadDictionary[key] = kept
        let text = NSString(string: object.description)
        kept.add(text)
        return [Int(bitPattern: Unmanaged.passUnretained(text).toOpaque())]
    }

    private static let key = "org.openphotokit.arguments"

    /// More than the arguments of any format.
    private final class Kept {
        private var objects: [NSObject] = []
        private var next = 0

        func add(_ object: NSObject) {
            if objects.count < 256 { objects.append(object) } else { objects[next] = object }
            next = (next + 1) % 256
        }
    }
}
