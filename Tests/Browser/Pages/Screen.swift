/// What a page is shown on.
package struct Screen: Sendable {
    package var width: Int
    package var height: Int
    package var scale: Double
    /// A phone: touch, and a viewport as mobile browsers have.
    package var isPhone: Bool
    package var isDark: Bool
    package var reducesMotion: Bool

    package init(width: Int, height: Int, scale: Double = 1, isPhone: Bool = false, isDark: Bool = false, reducesMotion: Bool = false) {
        (self.width, self.height, self.scale, self.isPhone, self.isDark, self.reducesMotion) = (width, height, scale, isPhone, isDark, reducesMotion)
    }

    package static let desktop = Screen(width: 1280, height: 800)
    package static let phone = Screen(width: 390, height: 844, scale: 2, isPhone: true)

    package var dark: Screen {
        var screen = self
        screen.isDark = true
        return screen
    }
}
