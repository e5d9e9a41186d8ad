/// A handler that Apple's signature leaves without `Sendable` although it is called on another thread.
// Guarded by the caller's contract: it is handed over once and called by one thread at a time.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
