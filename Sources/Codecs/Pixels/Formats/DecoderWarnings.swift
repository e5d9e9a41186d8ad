import CMedia

/// What libavcodec finds wrong with data that it decodes for another library: it conceals it, and tells its log alone.
enum DecoderWarnings {
    /// Runs `body`, which decodes on this thread, and gives the first warning beside its result.
    static func heard<Result>(during body: () -> Result) -> (result: Result, warning: String?) {
        cmedia_warnings_listen()
        let result = body()
        var words = [CChar](repeating: 0, count: 160)
        let count = cmedia_warnings_heard(&words, words.count)
        return (result, count > 0 ? words.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" } : nil)
    }
}
