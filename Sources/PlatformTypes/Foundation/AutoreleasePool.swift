/// Runs `body`. There are no autoreleased objects here: memory is given back when the last reference goes.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
