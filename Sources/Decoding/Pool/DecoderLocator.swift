import Codecs
import Glibc

/// Finds the worker's executable: the path given, `PHOTOS_DECODER`, beside the running program, `PATH`.
package struct DecoderLocator: Sendable {
    package enum Place: Sendable, Equatable {
        case worker(String)
        /// Nothing was found, or `PHOTOS_DECODER` is `inprocess` (`isWanted`).
        case inProcess(isWanted: Bool)
    }

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
    /// - Throws: `workerMissing` where a path was named and nothing can be run there: a sandbox that was asked for is never skipped silently.
    package func locate(path: String? = nil) throws(CodecError) -> Place {
        if let path { return try named(path, "the decoder path") }
        if let named = environment(Self.variable), !named.isEmpty {
            return named == "inprocess" ? .inProcess(isWanted: true) : try self.named(named, Self.variable)
        }
        var folders: [String] = []
        if let program, let slash = program.lastIndex(of: "/") {
            let folder = String(program[..<slash])
            folders = [folder, folder + "/../libexec"]
        }
        folders += (environment("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
        return folders.lazy.map { $0 + "/" + Self.fileName }.first(where: isExecutable).map(Place.worker) ?? .inProcess(isWanted: false)
    }

    /// The decoder for this machine. Says once, through `options.log`, where it has to decode without a worker.
    package func makeDecoder(path: String? = nil, options: DecoderOptions = DecoderOptions()) throws(CodecError) -> any MediaDecoder {
        switch try locate(path: path) {
        case .worker(let path): return try DecoderPool(path: path, options: options)
        case .inProcess(let isWanted):
            if !isWanted {
                options.log("no \(Self.fileName) was found, so files are decoded in this process, where a malicious one can do harm; install it beside the program or set \(Self.variable)")
            }
            return InProcessDecoder(limits: options.limits)
        }
    }

    private func named(_ path: String, _ origin: String) throws(CodecError) -> Place {
        guard isExecutable(path) else {
            throw CodecError(.workerMissing, "\(origin) names \(path), which cannot be run; correct it, or use “inprocess” to decode without a worker")
        }
        return .worker(path)
    }

    /// Path of the running program; `nil` where `/proc` is not mounted.
    package static var runningProgram: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return length > 0 ? String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
