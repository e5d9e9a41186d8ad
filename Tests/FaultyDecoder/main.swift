import Decoding
import DecodingWorker
import Glibc
import Pixels

// A decoder for tests that does on command what a broken or captured decoder might do. It shares the worker's loop and protections with the real one.
// What it does before its first request is named after the program, as nothing else reaches a worker until then.
let name = CommandLine.arguments.first.map { String($0.suffix(while: { $0 != "/" })) } ?? ""
if let confinement = Confinement(rawValue: name) { exit(confinement.enter()) }
let prepare = { () throws(CodecError) in
    if name == "hangs-at-start" { while true { poll(nil, 0, -1) } }
    if name == "dies-at-start" { abort() }
    if name == "no-codecs" { throw CodecError(.unsupported, "no codecs today") }
}
if CommandLine.arguments.count > 1 { exit(Host.run(Array(CommandLine.arguments.dropFirst()))) }
exit(DecoderWorker.run(prepare: prepare, work: { FaultyWork(limits: $0) }).rawValue)

extension String {
    /// The longest end whose characters all satisfy the condition.
    func suffix(while condition: (Character) -> Bool) -> Substring {
        let start = lastIndex { !condition($0) }.map { index(after: $0) } ?? startIndex
        return self[start...]
    }
}
