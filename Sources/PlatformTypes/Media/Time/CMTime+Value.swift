import Foundation

/// Three numbers of 64 bits, as Objective-C writes it.
private let timeType = "[3q]"

extension NSValue {
    /// A time as an object, for lists that hold only objects.
    public convenience init(time: CMTime) {
        let fields = [time.value, Int64(time.timescale) << 32 | Int64(time.flags.rawValue), time.epoch]
        self.init(bytes: fields, objCType: timeType)
    }

    /// The time that it holds; `CMTime.invalid` where it was not made by `init(time:)`.
    public var timeValue: CMTime {
        guard String(cString: objCType) == timeType else { return .invalid }
        var fields: [Int64] = [0, 0, 0]
        fields.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { getValue(start) }
        }
        return CMTime(
            value: fields[0], timescale: CMTimeScale(truncatingIfNeeded: fields[1] >> 32), flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: fields[1])), epoch: fields[2])
    }
}
