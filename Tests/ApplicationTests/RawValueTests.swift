import Photos
import Testing

extension ApplicationTests {
    /// Raw values as the headers of the iOS 27 SDK publish them: they are in files and databases of applications.
    @Suite struct RawValues {
        @Test func authorizationStatus() {
            let values: [(PHAuthorizationStatus, Int)] = [
                (.notDetermined, 0), (.restricted, 1), (.denied, 2), (.authorized, 3), (.limited, 4),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAuthorizationStatus(rawValue: number) == value)
            }
        }

        @Test func accessLevel() {
            let values: [(PHAccessLevel, Int)] = [
                (.addOnly, 1), (.readWrite, 2),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAccessLevel(rawValue: number) == value)
            }
        }

        @Test func playbackStyle() {
            let values: [(PHAsset.PlaybackStyle, Int)] = [
                (.unsupported, 0), (.image, 1), (.imageAnimated, 2), (.livePhoto, 3), (.video, 4), (.videoLooping, 5),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAsset.PlaybackStyle(rawValue: number) == value)
            }
        }

        @Test func adjustmentsState() {
            let values: [(PHAsset.AdjustmentsState, Int)] = [
                (.none, 0), (.userAdjusted, 2), (.cameraAutoAdjusted, 3),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAsset.AdjustmentsState(rawValue: number) == value)
            }
        }

        @Test func rating() {
            let values: [(PHAsset.Rating, Int)] = [
                (.unset, 0), (.one, 1), (.two, 2), (.three, 3), (.four, 4), (.five, 5),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAsset.Rating(rawValue: number) == value)
            }
        }

        @Test func assetMediaType() {
            let values: [(PHAssetMediaType, Int)] = [
                (.unknown, 0), (.image, 1), (.video, 2), (.audio, 3),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAssetMediaType(rawValue: number) == value)
            }
        }

        @Test func assetEditOperation() {
            let values: [(PHAssetEditOperation, Int)] = [
                (.delete, 1), (.content, 2), (.properties, 3),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAssetEditOperation(rawValue: number) == value)
            }
        }

        @Test func collectionEditOperation() {
            let values: [(PHCollectionEditOperation, Int)] = [
                (.deleteContent, 1), (.removeContent, 2), (.addContent, 3), (.createContent, 4), (.rearrangeContent, 5), (.delete, 6),
                (.rename, 7),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHCollectionEditOperation(rawValue: number) == value)
            }
        }

        @Test func assetCollectionType() {
            let values: [(PHAssetCollectionType, Int)] = [
                (.album, 1), (.smartAlbum, 2), (.moment, 3),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAssetCollectionType(rawValue: number) == value)
            }
        }

        @Test func assetCollectionSubtype() {
            let values: [(PHAssetCollectionSubtype, Int)] = [
                (.albumRegular, 2), (.albumSyncedEvent, 3), (.albumSyncedFaces, 4), (.albumSyncedAlbum, 5), (.albumImported, 6),
                (.albumMyPhotoStream, 100), (.albumCloudShared, 101), (.smartAlbumGeneric, 200), (.smartAlbumPanoramas, 201),
                (.smartAlbumVideos, 202), (.smartAlbumFavorites, 203), (.smartAlbumTimelapses, 204), (.smartAlbumAllHidden, 205),
                (.smartAlbumRecentlyAdded, 206), (.smartAlbumBursts, 207), (.smartAlbumSlomoVideos, 208), (.smartAlbumUserLibrary, 209),
                (.smartAlbumSelfPortraits, 210), (.smartAlbumScreenshots, 211), (.smartAlbumDepthEffect, 212),
                (.smartAlbumLivePhotos, 213), (.smartAlbumAnimated, 214), (.smartAlbumLongExposures, 215),
                (.smartAlbumUnableToUpload, 216), (.smartAlbumRAW, 217), (.smartAlbumCinematic, 218), (.smartAlbumSpatial, 219),
                (.smartAlbumScreenRecordings, 220), (.any, Int.max),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAssetCollectionSubtype(rawValue: number) == value)
            }
        }

        @Test func collectionListType() {
            let values: [(PHCollectionListType, Int)] = [
                (.momentList, 1), (.folder, 2), (.smartFolder, 3),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHCollectionListType(rawValue: number) == value)
            }
        }

        @Test func collectionListSubtype() {
            let values: [(PHCollectionListSubtype, Int)] = [
                (.momentListCluster, 1), (.momentListYear, 2), (.regularFolder, 100), (.rootFolder, 101), (.smartFolderEvents, 200),
                (.smartFolderFaces, 201), (.any, Int.max),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHCollectionListSubtype(rawValue: number) == value)
            }
        }

        @Test func objectType() {
            let values: [(PHObjectType, Int)] = [
                (.asset, 1), (.assetCollection, 2), (.collectionList, 3),
            ]
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHObjectType(rawValue: number) == value)
            }
        }

        @Test func assetMediaSubtype() {
            let values: [(PHAssetMediaSubtype, UInt)] = [
                (.photoPanorama, 1), (.photoHDR, 2), (.photoScreenshot, 4), (.photoLive, 8), (.photoDepthEffect, 16),
                (.photoAnimation, 64), (.spatialMedia, 1024), (.videoStreamed, 65536), (.videoHighFrameRate, 131072),
                (.videoTimelapse, 262144), (.videoScreenRecording, 524288), (.videoCinematic, 2097152),
            ]
            var all: PHAssetMediaSubtype = []
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAssetMediaSubtype(rawValue: number) == value)
                #expect(!all.contains(value))
                all.insert(value)
            }
            #expect(all.rawValue == values.reduce(0) { $0 | $1.1 })
        }

        @Test func assetSourceType() {
            let values: [(PHAssetSourceType, UInt)] = [
                (.typeUserLibrary, 1), (.typeCloudShared, 2), (.typeiTunesSynced, 4),
            ]
            var all: PHAssetSourceType = []
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAssetSourceType(rawValue: number) == value)
                #expect(!all.contains(value))
                all.insert(value)
            }
            #expect(all.rawValue == values.reduce(0) { $0 | $1.1 })
        }

        @Test func assetBurstSelectionType() {
            let values: [(PHAssetBurstSelectionType, UInt)] = [
                (.autoPick, 1), (.userPick, 2),
            ]
            var all: PHAssetBurstSelectionType = []
            for (value, number) in values {
                #expect(value.rawValue == number)
                #expect(PHAssetBurstSelectionType(rawValue: number) == value)
                #expect(!all.contains(value))
                all.insert(value)
            }
            #expect(all.rawValue == values.reduce(0) { $0 | $1.1 })
        }
    }
}
