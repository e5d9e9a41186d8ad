import Glibc

/// A system call that failed, and at what.
package struct SystemError: Error, CustomStringConvertible {
    package let number: Int32
    package let action: String

    package init(_ number: Int32, _ action: String) {
        (self.number, self.action) = (number, action)
    }

    package var description: String { "\(action): \(String(cString: strerror(number)))" }
}
