// As on Apple's platforms, whoever imports PhotosUI has Photos.
@_exported import Photos
