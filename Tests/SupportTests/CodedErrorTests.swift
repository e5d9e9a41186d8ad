import Support
import Testing

@Suite struct CodedErrorTests {
    private struct Plain: CodedError {
        enum Code: Sendable { case failed }
        let code = Code.failed
        let message = "It failed. Try again."
    }

    private struct Said: CodedError {
        let code: Plain.Code = .failed
        let message = "It failed. Try again."
        let cause: String?
    }

    private struct Caused: CodedError {
        let code: Plain.Code = .failed
        let message = "It failed. Try again."
        let cause: (any Error)?
    }

    @Test func whatTheSystemSaidStandsBehindTheMessageAndAnotherErrorIsForPrograms() {
        #expect("\(Plain())" == "It failed. Try again." && Plain().cause == nil)
        #expect("\(Said(cause: "No space"))" == "It failed. Try again. (No space)" && "\(Said(cause: nil))" == "It failed. Try again.")
        #expect("\(Caused(cause: Plain()))" == "It failed. Try again." && Caused(cause: Plain()).cause is Plain)
    }
}
