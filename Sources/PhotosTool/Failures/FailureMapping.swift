import ArgumentParser
import DemonstrationMessages
import Foundation
import LibraryEngine
import PhotosServer
import Pixels
import Query

/// The one place where an error of the parts below becomes an exit status and a line for a person.
enum FailureMapping {
    /// `nil` for what the argument parser has to say itself.
    static func failure(for error: any Error) -> ToolFailure? {
        switch error {
        case let error as ToolFailure: error
        // Foundation's, which the engine had no words for.
        case let error as LibraryError where error.code == .failed && error.cause is CocoaError: error.cause.flatMap(failure)
        case let error as LibraryError: ToolFailure(status(of: error.code), .init(ofEngine: error.message))
        case let error as OriginalsError: ToolFailure(status(of: error.code), .init(ofEngine: error.description))
        case let error as ImportError: ToolFailure(status(of: error.code), .init(ofEngine: error.description))
        case let error as QueryError: ToolFailure(.usage, .init(ofEngine: error.description))
        case let error as ImagingError where error.code == .noDecoder: ToolFailure(.unavailable, .init(ofEngine: error.message))
        case let error as ImagingError where error.code == .inCloud && error.cause is LibraryError: error.cause.flatMap(failure)
        case let error as ImagingError: ToolFailure(.badInput, .init(ofEngine: error.description))
        case let error as ServerError: ToolFailure(status(of: error.code), .init(ofEngine: error.message))
        case let error as DemonstrationError: ToolFailure(status(of: error.code), .init(ofEngine: error.message))
        case let error as CodecError: ToolFailure(error.code == .workerMissing ? .unavailable : .badInput, .init(ofEngine: error.description))
        case let error as CocoaError where fileMistakes.contains(error.code.rawValue): fileMistake(error)
        case _ where isOfTheParser(error): nil
        default:
            LibraryError(ofPart: error).flatMap(failure)
                ?? ToolFailure(.internalError, "\(String(describing: error)). This should not happen: please report it with the command that was run.")
        }
    }

    /// What Foundation says of files; from `fileWriteUnknown` on of writing them.
    private static let fileMistakes = CocoaError.fileNoSuchFile.rawValue..<1024

    private static func fileMistake(_ error: CocoaError) -> ToolFailure {
        let status: ToolFailure.Status = error.code == .fileNoSuchFile || error.code.rawValue < CocoaError.fileWriteUnknown.rawValue ? .badInput : .cannotWrite
        let file = (error as NSError).userInfo[NSFilePathErrorKey] as? String
        let said = (file.map { DisplayText.safe($0) + ": " } ?? "") + error.localizedDescription
        return ToolFailure(status, "\(said) Check the path, its permissions and its disk.")
    }

    /// Help, versions, wrong usage: the parser throws them from its own module, some under types that it keeps to itself.
    private static func isOfTheParser(_ error: any Error) -> Bool {
        String(reflecting: type(of: error)).hasPrefix("ArgumentParser.")
    }

    private static func status(of code: LibraryError.Code) -> ToolFailure.Status {
        switch code {
        case .notFound, .notALibrary, .tooNew, .damaged, .cannotRead, .obstructed, .foreign: .cannotOpen
        case .locked: .locked
        case .cannotWrite, .exists: .cannotWrite
        case .denied, .restricted: .cannotWrite
        case .missing, .offline, .changed, .invalid, .unreadable, .unsupported, .noPicture, .unknown, .expired, .inCloud: .badInput
        case .network, .noDecoder: .unavailable
        default: .internalError
        }
    }

    private static func status(of code: ServerError.Code) -> ToolFailure.Status {
        switch code {
        case .portTaken, .pagesMissing: .unavailable
        case .notPermitted: .cannotWrite
        case .certificate: .badInput
        case .noSuchAddress, .publicURL, .mapTiles: .usage
        default: .internalError
        }
    }

    private static func status(of code: ImportError.Code) -> ToolFailure.Status {
        switch code {
        case .locked: .locked
        case .cannotWrite: .cannotWrite
        case .noDecoder: .unavailable
        default: .cannotOpen
        }
    }

    private static func status(of code: DemonstrationError.Code) -> ToolFailure.Status {
        switch code {
        case .exists, .cannotWrite: .cannotWrite
        case .busy: .locked
        case .cancelled: .interrupted
        case .noDecoder: .unavailable
        default: .internalError
        }
    }

    private static func status(of code: OriginalsError.Code) -> ToolFailure.Status {
        switch code {
        case .noSpace, .unwritable, .readOnly, .exists, .crossDevice: .cannotWrite
        case .obstructed: .cannotOpen
        case .tooManyOpenFiles, .failed: .internalError
        default: .badInput
        }
    }
}
