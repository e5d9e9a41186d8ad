import Browser
import Foundation
import Testing

/// What people do with the gallery, in a real browser. One test after the other: browsers that share two cores say nothing about time.
@Suite("Gallery", .serialized, .enabled(if: Chromium.executable != nil, Comment(rawValue: Chromium.absence)))
struct GalleryTests {}
