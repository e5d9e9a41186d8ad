import Glibc

/// Why a column file can't be made or changed. Never a reason to fail: SQLite answers everything.
package struct ColumnFileError: Error, CustomStringConvertible {
    package var call: String
    package var number: Int32

    /// What the system call that just failed said.
    static func last(_ call: String) -> ColumnFileError { ColumnFileError(call: call, number: errno) }

    /// Whether another thread or process makes the file at this moment.
    package var isAnothersWork: Bool { number == EWOULDBLOCK }

    package var description: String { "\(call): \(String(cString: strerror(number)))" }
}
