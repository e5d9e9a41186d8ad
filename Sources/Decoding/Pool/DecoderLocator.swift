import Glibc
import Pixels

/// Finds the worker's executable: the path given, `PHOTOS_DECODER`, beside the running program, `PATH`.
package struct DecoderLocator: Sendable {
    package static let variable = "PHOTOS_DECODER"
    package static let fileName = "photo-decoder"

    private let environment: @Sendable (String) -> String?
    private let program: String?
    private let isExecutable: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - environment: the value of an environment variable.
    ///   - program: path of the running program.
    ///   - isExecutable: whether a path names a file that can be run.
    package init(
        environment: @escaping @Sendable (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
        program: String? = DecoderLocator.runningProgram,
        isExecutable: @escaping @Sendable (String) -> Bool = { access($0, X_OK) == 0 }
    ) {
        (self.environment, self.program, self.isExecutable) = (environment, program, isExecutable)
    }

    /// - Parameter path: a path that goes before everything else, for tests and embedders.
    /// - Throws: `workerMissing` where there is none, or where the one that is named can't be run: another is no substitute for it.
    package func locate(path: String? = nil) throws(CodecError) -> String {
        if let path { return try named(path, "the decoder path") }
        if let named = environment(Self.variable), !named.isEmpty { return try self.named(named, Self.variable) }
        if let found = find(Self.fileName) { return found }
        throw CodecError(
            .workerMissing,
            "there is no \(Self.fileName), and without it nothing is decoded; put this product of the package beside the program or into a folder of PATH, "
                + "or name it with \(Self.variable) ('./photos' in the package's folder builds both)")
    }

    /// A program of this package: beside the running one, else in `PATH`.
    package func find(_ name: String) -> String? {
        var folders: [String] = []
        if let program, let slash = program.lastIndex(of: "/") {
            let folder = String(program[..<slash])
            folders = [folder, folder + "/../libexec"]
        }
        folders += (environment("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
        return folders.lazy.map { $0 + "/" + name }.first(where: isExecutable)
    }

    /// The decoder for this machine. Starts nothing yet.
    package func makeDecoder(path: String? = nil, options: DecoderOptions = DecoderOptions()) throws(CodecError) -> DecoderPool {
        try DecoderPool(path: try locate(path: path), options: options)
    }

    private func named(_ path: String, _ origin: String) throws(CodecError) -> String {
        guard isExecutable(path) else {
            throw CodecError(.workerMissing, "\(origin) names \(path), which cannot be run, and without a decoder nothing is decoded; correct it")
        }
        return path
    }

    /// Path of the running program; `nil` where `/proc` is not mounted.
    package static var runningProgram: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return length > 0 ? String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
