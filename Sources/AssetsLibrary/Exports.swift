// What the framework's headers import on Apple's platforms comes with it here. `Photos` does not, since no application of those days knew it.
@_exported public import Foundation
@_exported public import PlatformTypes
