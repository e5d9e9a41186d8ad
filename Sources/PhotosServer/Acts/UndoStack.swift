/// Acts that can be taken back.
final class UndoStack: Sendable {
}
