import Foundation
import Photos
import Testing

extension ApplicationTests {
    @Suite struct Errors {
        @Test func codesHaveTheNumbersOfTheHeader() {
            let codes: [(PHPhotosError.Code, PHPhotosError.Code, Int)] = [
                (.internalError, PHPhotosError.internalError, -1), (.userCancelled, PHPhotosError.userCancelled, 3072),
                (.libraryVolumeOffline, PHPhotosError.libraryVolumeOffline, 3114),
                (.relinquishingLibraryBundleToWriter, PHPhotosError.relinquishingLibraryBundleToWriter, 3142),
                (.switchingSystemPhotoLibrary, PHPhotosError.switchingSystemPhotoLibrary, 3143),
                (.networkAccessRequired, PHPhotosError.networkAccessRequired, 3164), (.networkError, PHPhotosError.networkError, 3169),
                (.identifierNotFound, PHPhotosError.identifierNotFound, 3201),
                (.multipleIdentifiersFound, PHPhotosError.multipleIdentifiersFound, 3202),
                (.changeNotSupported, PHPhotosError.changeNotSupported, 3300),
                (.operationInterrupted, PHPhotosError.operationInterrupted, 3301), (.invalidResource, PHPhotosError.invalidResource, 3302),
                (.missingResource, PHPhotosError.missingResource, 3303), (.notEnoughSpace, PHPhotosError.notEnoughSpace, 3305),
                (.requestNotSupportedForAsset, PHPhotosError.requestNotSupportedForAsset, 3306),
                (.limitExceeded, PHPhotosError.limitExceeded, 3307), (.accessRestricted, PHPhotosError.accessRestricted, 3310),
                (.accessUserDenied, PHPhotosError.accessUserDenied, 3311),
                (.libraryInFileProviderSyncRoot, PHPhotosError.libraryInFileProviderSyncRoot, 5423),
                (.persistentChangeTokenExpired, PHPhotosError.persistentChangeTokenExpired, 3105),
                (.persistentChangeDetailsUnavailable, PHPhotosError.persistentChangeDetailsUnavailable, 3210),
            ]
            for (code, constant, number) in codes {
                #expect(code == constant)
                #expect(code.rawValue == number)
                #expect(PHPhotosError.Code(rawValue: number) == code)
            }
            #expect(PHPhotosError.Code.invalid == .internalError)
            #expect(PHPhotosError.invalid == .internalError)
        }

        @Test func olderConstantsAreTheNumbers() {
            #expect(PHPhotosErrorInvalid == -1)
            #expect(PHPhotosErrorUserCancelled == 3072)
            #expect(PHPhotosErrorLibraryVolumeOffline == 3114)
            #expect(PHPhotosErrorRelinquishingLibraryBundleToWriter == 3142)
            #expect(PHPhotosErrorSwitchingSystemPhotoLibrary == 3143)
        }

        @Test func errorsAreThoseOfFoundation() {
            let error = PHPhotosError(.identifierNotFound, userInfo: [PHLocalIdentifiersErrorKey: ["A", "B"]])
            #expect(error.code == .identifierNotFound)
            #expect(error.userInfo[PHLocalIdentifiersErrorKey] as? [String] == ["A", "B"])
            #expect(PHPhotosError.errorDomain == "PHPhotosErrorDomain")
            #expect(PHPhotosErrorDomain == PHPhotosError.errorDomain)
            let general = error as NSError
            #expect(general.domain == PHPhotosErrorDomain)
            #expect(general.code == 3201)
            #expect(PHPhotosError(.networkError) == PHPhotosError(.networkError))
            #expect(PHPhotosError(.networkError) != PHPhotosError(.networkAccessRequired))
            #expect(Set([PHPhotosError(.networkError), PHPhotosError(.networkError)]).count == 1)
        }

        @Test func aCodeCatchesItsErrors() {
            var caught: [String] = []
            for code in [PHPhotosError.userCancelled, PHPhotosError.notEnoughSpace] {
                do {
                    throw PHPhotosError(code)
                } catch PHPhotosError.userCancelled {
                    caught.append("cancelled")
                } catch let error as PHPhotosError {
                    caught.append("\(error.code.rawValue)")
                } catch {
                    caught.append("other")
                }
            }
            #expect(caught == ["cancelled", "3305"])
        }
    }
}
