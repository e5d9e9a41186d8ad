import Glibc

/// Starts the real decoder on a system that refuses it some of its protections, as old kernels and strict containers do. Which ones the program's name says.
///
/// Filters of system calls are what refuses: they pass on to the program that comes after this one.
enum Confinement: String {
    /// No filter can be loaded.
    case withoutFilters = "without-filters"
    /// Nobody can be made to give up privileges for good.
    case withoutPromise = "without-promise"
    /// No namespaces, and no other root.
    case withoutNamespaces = "without-namespaces"

    /// Becomes the `photo-decoder` beside this program. Returns only where it can't.
    func enter() -> Int32 {
        var filter: [Instruction] = refusals.flatMap { refusal in
            // Behind the number of the call lies its first argument, at the sixteenth byte.
            let call = [Instruction(code: 0x20, value: 0), Instruction(code: 0x15, falls: refusal.argument == nil ? 1 : 3, value: refusal.call)]
            let argument = refusal.argument.map { [Instruction(code: 0x20, value: 16), Instruction(code: 0x15, falls: 1, value: $0)] } ?? []
            return call + argument + [Instruction(code: 0x06, value: 0x0005_0000 | UInt32(EPERM))]
        }
        filter.append(Instruction(code: 0x06, value: 0x7FFF_0000))
        let isLoaded = filter.withUnsafeMutableBufferPointer { instructions -> Bool in
            var program = (count: UInt16(instructions.count), instructions: instructions.baseAddress)
            return withUnsafeMutablePointer(to: &program) { program in
                // Allowed for whoever gave up privileges.
                Self.call(Number.prctl, 38, 1) == 0 && Self.call(Number.prctl, 22, 2, Int(bitPattern: program)) == 0
            }
        }
        guard isLoaded else { return 71 }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return 72 }
        let own = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let real = own.dropLast(own.suffix(while: { $0 != "/" }).count) + "photo-decoder"
        var arguments = [strdup(String(real)), nil]
        execve(String(real), &arguments, environ)
        return 73
    }

    /// One step of a filter: `struct sock_filter` of the kernel.
    private struct Instruction {
        var code: UInt16
        var holds: UInt8 = 0
        /// Steps to leave out where a comparison fails.
        var falls: UInt8 = 0
        var value: UInt32
    }

    private enum Number {
        #if arch(x86_64)
            static let prctl = 157, seccomp = 317, unshare = 272, chroot = 161
        #else
            static let prctl = 167, seccomp = 277, unshare = 97, chroot = 51
        #endif
    }

    private var refusals: [(call: UInt32, argument: UInt32?)] {
        switch self {
        case .withoutFilters: [(UInt32(Number.seccomp), nil), (UInt32(Number.prctl), 22)]
        case .withoutPromise: [(UInt32(Number.prctl), 38)]
        case .withoutNamespaces: [(UInt32(Number.unshare), nil), (UInt32(Number.chroot), nil)]
        }
    }

    private static func call(_ number: Int, _ first: Int, _ second: Int, _ third: Int = 0) -> Int {
        guard let symbol = dlsym(nil, "syscall") else { return -1 }
        typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
        return unsafeBitCast(symbol, to: Call.self)(number, first, second, third, 0, 0)
    }
}
