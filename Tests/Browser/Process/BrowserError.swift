/// What the browser, or the page in it, didn't do.
package struct BrowserError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
