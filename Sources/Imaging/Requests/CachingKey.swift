/// Which pixels a request is about: equal for requests that share cached pixels.
package struct CachingKey: Hashable, Sendable {
    private let key: RenderKey

    init(_ key: RenderKey) { self.key = key }
}

extension ImageRequest {
    package var cachingKey: CachingKey { CachingKey(RenderKey(self)) }
}
