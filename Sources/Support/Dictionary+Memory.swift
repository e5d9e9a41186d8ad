extension Dictionary {
    /// Gives the memory of a burst back once everything is gone; a dictionary never does so by itself. Small ones keep theirs.
    package mutating func giveMemoryBack() {
        if isEmpty, capacity > 1024 { self = [:] }
    }
}
