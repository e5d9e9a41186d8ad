/// What `photos doctor` says about decoding.
package struct DecoderStatus: Sendable, Equatable {
    /// The worker's path.
    package var path: String
    /// The protections in force in the latest worker; `nil` before the first one was ready.
    package var protections: Protections?
    /// Worker processes at this moment.
    package var workers: Int
    /// Workers that crashed, hung or lied so far.
    package var failures: Int

    package init(path: String, protections: Protections?, workers: Int, failures: Int = 0) {
        (self.path, self.protections, self.workers, self.failures) = (path, protections, workers, failures)
    }
}
