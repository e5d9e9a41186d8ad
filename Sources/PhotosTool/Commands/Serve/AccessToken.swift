/// What a client has to know.
enum AccessToken {
    private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789")

    /// 24 letters and digits that nobody can guess (139 bits) and nobody mistakes for one another.
    static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<24).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
    }
}
