import Foundation

/// Core Foundation's names for the Foundation types they are bridged with.
public typealias CFString = NSString
/// Core Foundation's name of `NSData`.
public typealias CFData = NSData
/// Core Foundation's name of `NSDictionary`.
public typealias CFDictionary = NSDictionary

/// The number of bytes.
public func CFDataGetLength(_ data: CFData) -> Int { data.length }

/// The bytes, valid as long as `data` is; `nil` for empty data.
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>? {
    data.length == 0 ? nil : data.bytes.assumingMemoryBound(to: UInt8.self)
}

extension NSData {
    /// A copy, at once: Foundation's own way to a `Data` asks for byte after byte, a second for three megabytes.
    package var copied: Data { Data(bytes: bytes, count: length) }
}

/// Runs `body`. There are no autoreleased objects here: memory is given back when the last reference goes.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

/// Where a function leaves the reason why it failed. `nil` asks for none.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
