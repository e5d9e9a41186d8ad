import Foundation

/// Where a function leaves the reason why it failed. `nil` asks for none.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
