// The types live in one module, which every name a client may import them by leads to.
@_exported public import Foundation
@_exported public import PlatformTypes
