import Foundation

/// Core Foundation's names for the Foundation types they are bridged with.
public typealias CFString = NSString
public typealias CFData = NSData
public typealias CFDictionary = NSDictionary

public func CFDataGetLength(_ data: CFData) -> Int { data.length }

/// The bytes, valid as long as `data` is; `nil` for empty data.
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>? {
    data.length == 0 ? nil : data.bytes.assumingMemoryBound(to: UInt8.self)
}
