// What an application's upload extension imports on Apple's platforms comes with Photos there.
@_exported import ExtensionFoundation
@_exported import FoundationNetworking
@_exported import Photos
