import Synchronization

/// Says once that workers have fewer protections around them than they should.
package final class ProtectionNotice: Sendable {
    /// One for the whole process: what the system refuses one worker it refuses the others.
    package static let process = ProtectionNotice()

    private let isGiven = Mutex(false)

    package init() {}

    /// - Parameter log: where there is none nothing is remembered either, so that who has one still hears of it.
    func give(_ protections: Protections, _ log: (@Sendable (String) -> Void)?) {
        let missing = protections.missingNames
        guard let log, !missing.isEmpty else { return }
        let isFirst = isGiven.withLock { isGiven in
            defer { isGiven = true }
            return !isGiven
        }
        if isFirst {
            log(
                "This system refuses the decoder some of its locks (\(missing.joined(separator: ", "))), so fewer protections hold a malicious file. "
                    + "A container often forbids them, and a plain user account does not; 'photos doctor' lists those in force.")
        }
    }
}
