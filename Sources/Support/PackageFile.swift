import Foundation

/// A package of the system, such as Debian's, whose files we read.
package struct DataPackage: Sendable, Hashable {
    /// As `apt-get` knows it.
    package let name: String
    /// What there isn't without its files, as the beginning of a sentence: "Places have no names".
    package let lack: String

    package init(name: String, lack: String) { (self.name, self.lack) = (name, lack) }
}

/// Why a file of a package is of no use. The description is for a person.
package struct PackageFileError: Error, Hashable, CustomStringConvertible {
    package enum Fault: Sendable, Hashable {
        case missing
        /// - Parameter detail: what is wrong with it.
        case damaged(detail: String)
    }

    package let fault: Fault
    package let file: String
    package let source: DataPackage

    package init(_ fault: Fault, _ file: String, of source: DataPackage) { (self.fault, self.file, self.source) = (fault, file, source) }

    package var description: String {
        switch fault {
        case .missing: "\(source.lack), since \(file) isn't there. Install the package \(source.name), which has it."
        case .damaged(let detail): "\(source.lack), since \(file) is damaged: \(detail). Bring it back with 'apt-get install --reinstall \(source.name)'."
        }
    }
}

/// A file of a package, open to be read: mapped, so that what nobody looks at takes no memory.
package struct PackageFile: Sendable {
    package let path: String
    package let bytes: Data
    private let source: DataPackage

    package init(_ path: String, of source: DataPackage) throws(PackageFileError) {
        (self.path, self.source) = (path, source)
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            guard FileManager.default.fileExists(atPath: path) else { throw PackageFileError(.missing, path, of: source) }
            throw PackageFileError(.damaged(detail: "it can't be read (\(error.localizedDescription))"), path, of: source)
        }
    }

    package func damaged(_ detail: String) -> PackageFileError { PackageFileError(.damaged(detail: detail), path, of: source) }

    /// Lends the bytes.
    package func read<Value>(_ body: (UnsafeRawBufferPointer) throws(PackageFileError) -> Value) throws(PackageFileError) -> Value {
        let result: Result<Value, PackageFileError> = bytes.withUnsafeBytes { bytes in
            do throws(PackageFileError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
