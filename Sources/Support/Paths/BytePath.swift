import Glibc

/// A path as the kernel knows it: bytes without a zero, in no particular encoding.
///
/// Camera cards, old backups and other systems leave names that are no UTF-8. Held as text they would be changed, and then not be found.
@usableFromInline
package struct BytePath: Hashable, Sendable, Comparable {
    @usableFromInline package let bytes: [UInt8]

    /// Everything from the first zero byte on is dropped, as the kernel would, and not even read. Compiled where it is called, for what it is called on: names of a
    /// folder's entries come one by one.
    @inlinable package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// The same of an array, which is nearly always taken as it is.
    private init(array: [UInt8]) {
        bytes = array.firstIndex(of: 0).map { Array(array[..<$0]) } ?? array
    }

    /// Reverses `text`; ordinary strings are taken as they are.
    package init(_ text: String) {
        self.init(array: PathText.bytes(of: text))
    }

    @usableFromInline package static func < (a: BytePath, b: BytePath) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    package var isAbsolute: Bool { bytes.first == Self.slash }

    /// Without the folders; empty for a path that ends in a slash.
    package var lastComponent: BytePath {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return self }
        return BytePath(bytes: bytes[(slash + 1)...])
    }

    /// The folder; `.` for a bare name.
    package var parent: BytePath {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return BytePath(".") }
        return slash == 0 ? BytePath("/") : BytePath(bytes: bytes[..<slash])
    }

    package func appending(_ name: BytePath) -> BytePath {
        if bytes.isEmpty { return name }
        var path = bytes
        if path.last != Self.slash { path.append(Self.slash) }
        path += name.bytes
        return BytePath(array: path)
    }

    /// Absolute and without symbolic links; `nil` where nothing is there.
    package var resolved: BytePath? {
        withCString { path in
            guard let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return BytePath(bytes: UnsafeRawBufferPointer(start: real, count: strlen(real)))
        }
    }

    package func appending(_ name: String) -> BytePath { appending(BytePath(name)) }

    /// What remains below `folder`; `nil` for a path elsewhere.
    package func relative(to folder: BytePath) -> BytePath? {
        // A bare name is below the current folder, which `parent` calls `.`.
        if folder.bytes == [UInt8(ascii: ".")], !isAbsolute, !bytes.starts(with: "./".utf8) { return bytes.isEmpty ? nil : self }
        var prefix = folder.bytes
        if prefix.last != Self.slash { prefix.append(Self.slash) }
        guard bytes.starts(with: prefix), bytes.count > prefix.count else { return nil }
        return BytePath(bytes: bytes[prefix.count...])
    }

    /// The path as recorded in the catalogue: reversible, and equal to the name wherever that is proper UTF-8.
    package var text: String { PathText.text(of: bytes) }

    /// The path for a message: one line, with control characters and improper bytes written as escapes.
    package var display: String { PathText.display(of: bytes) }

    package func withCString<Value, Failure: Error>(_ body: (UnsafePointer<CChar>) throws(Failure) -> Value) throws(Failure) -> Value {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        return try terminated.withUnsafeBufferPointer { buffer throws(Failure) in
            // The terminator makes the array at least one element long, so it has storage.
            try body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }

    private static let slash = UInt8(ascii: "/")
}
