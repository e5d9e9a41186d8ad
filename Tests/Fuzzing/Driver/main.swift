import CFuzzer
import Glibc

// One program for all entries: `FUZZ_ENTRY=facts photos-fuzz [libFuzzer's options and folders]`. A variable, since libFuzzer starts itself again with
// the arguments it was given.
guard Chosen.entry != nil else {
    print("FUZZ_ENTRY is one of \(FuzzEntry.allCases.map(\.rawValue).joined(separator: " "))")
    exit(64)
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { start, length in
        let claims = Chosen.entry?.run(UnsafeRawBufferPointer(start: start, count: length)) ?? Claims()
        for broken in claims.broken { print("BROKEN: \(broken.prefix(2000))") }
        if !claims.broken.isEmpty {
            fflush(nil)
            abort()
        }
        return 0
    })
