// What faces name of the parts that the engine is made of: what is asked and answered, and the errors of it. They import the engine and none of its parts;
// Docs/Architecture.md lists these words, and a test holds the list and this file against each other.

// Pictures
@_exported import class Imaging.DerivativeStore
@_exported import enum Imaging.ImageEvent
@_exported import class Imaging.ImagePipeline
@_exported import struct Imaging.ImageRequest
@_exported import struct Imaging.ImageRequestID
@_exported import struct Imaging.ImageResult
@_exported import struct Imaging.ImagingError
@_exported import struct Imaging.LibraryStamp
@_exported import struct Imaging.PrefetchItem
@_exported import struct Imaging.PrefetchOwner
@_exported import enum Imaging.ThumbnailSize

// Files, and those that have to be fetched first
@_exported import typealias Imaging.FileFetch
@_exported import class Imaging.FetchingWork
@_exported import class Originals.OpenFile
@_exported import struct Originals.OriginalsError
@_exported import enum Originals.StorageMode

// What comes in
@_exported import enum Importing.EditBase
@_exported import struct Importing.ImportError
@_exported import struct Importing.ImportFailure
@_exported import struct Importing.ImportReport
@_exported import struct Importing.JoinedPair
@_exported import typealias Importing.PreparedAsset
@_exported import typealias Importing.PreparedRendition
@_exported import struct Importing.PreparedReversion
@_exported import struct Importing.PreparedSeparation
@_exported import enum Importing.ResourceCombination
@_exported import struct Importing.ResourceCombinationError
@_exported import struct Importing.ResourceInput

// What decodes
@_exported import protocol Decoding.MediaDecoder
@_exported import struct Decoding.MediaSource
