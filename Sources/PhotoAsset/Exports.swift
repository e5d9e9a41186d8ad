// A model of assets says little without what it is made from and gives out.
@_exported public import Foundation
@_exported public import Photos
