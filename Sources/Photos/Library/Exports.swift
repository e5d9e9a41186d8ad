// `import Photos` brings these on Apple's platforms, and clients lean on it. Query holds `NSPredicate(format:)` and `NSSortDescriptor(key:)`.
@_exported import Adjustments
@_exported import Dispatch
@_exported import Foundation
@_exported import Glibc
@_exported import PlatformTypes
@_exported import Query
