/// One of PhotoKit's enumerations as the library keeps it: the raw value, which has a name where PhotoKit has a case.
///
/// A structure rather than an enumeration: a library that a later version wrote may hold values that have no name here, and those are kept as they
/// are. Each value is one row of `table`; constants, JSON, search and the API's own types are checked against it.
package protocol Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == Int {
    init(rawValue: Int)
    /// Every value that has a name, with the name of its Swift case in PhotoKit.
    static var table: KeyValuePairs<Self, String> { get }
}

extension Kind {
    /// The name of the Swift case; the number for a value without one.
    package var name: String { Self.table.first { $0.key == self }?.value ?? String(rawValue) }

    package var description: String { name }

    package static var named: [Self] { table.map(\.key) }
}
