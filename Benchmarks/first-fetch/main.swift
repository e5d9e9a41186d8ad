import Photos

// photos-first-fetch: a client as small as one can be, for what starting one costs in time and memory. It opens PHOTOS_LIBRARY and prints how many assets
// are in it and the newest one's identifier.
let options = PHFetchOptions()
options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
let assets = PHAsset.fetchAssets(with: options)
print(assets.count, assets.firstObject?.localIdentifier ?? "")
