/// Which version this is, for all that say so.
package enum ProductVersion {
    package static let text = "0.1.0"
}
