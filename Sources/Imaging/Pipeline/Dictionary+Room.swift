extension Dictionary {
    /// Gives the room of a burst back once everything is gone; a dictionary never does so by itself. Small ones keep theirs.
    mutating func giveRoomBack() {
        if isEmpty, capacity > 1024 { self = [:] }
    }
}
