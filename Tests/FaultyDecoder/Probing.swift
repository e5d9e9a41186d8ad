import Codecs
import Decoding
import Glibc
import Pixels

/// Runs a probe: `probe-open`, `probe-call-ptrace`, or, after real codecs have decoded the file and started their threads, from a thread that came
/// later, `probe-decoded-open`.
enum Probing {
    static func run(_ word: String, _ bytes: UnsafeRawBufferPointer, _ limits: WorkerLimits) throws(CodecError) -> String {
        var name = word.dropFirst(6)
        guard name.hasPrefix("decoded-") else { return try perform(name) }
        name = name.dropFirst(8)
        let codec = Codec()
        _ = try codec.examine(bytes, name: "picture", ExamineOptions())
        return try inThread { () throws(CodecError) in try perform(name) }
    }

    private static func perform(_ name: Substring) throws(CodecError) -> String {
        if name.hasPrefix("call-"), let call = ForbiddenCall(rawValue: String(name.dropFirst(5))) { return call.make() }
        guard let probe = Probe(rawValue: "probe-" + name) else { throw CodecError(.invalidRequest, "there is no probe \(name)") }
        return probe.run()
    }

    private final class Errand {
        let body: () throws(CodecError) -> String
        var result: Result<String, CodecError> = .success("")

        init(_ body: @escaping () throws(CodecError) -> String) { self.body = body }
    }

    private static func inThread(_ body: @escaping () throws(CodecError) -> String) throws(CodecError) -> String {
        let errand = Errand(body)
        var thread = pthread_t()
        let made = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let errand = Unmanaged<Errand>.fromOpaque(argument).takeUnretainedValue()
                do throws(CodecError) { errand.result = .success(try errand.body()) } catch { errand.result = .failure(error) }
                return nil
            }, Unmanaged.passUnretained(errand).toOpaque())
        guard made == 0 else { throw CodecError(.invalidRequest, "no thread could be started") }
        pthread_join(thread, nil)
        return try errand.result.get()
    }
}
