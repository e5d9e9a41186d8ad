/// The lists that clients look at.
final class ViewCache: Sendable {
}
