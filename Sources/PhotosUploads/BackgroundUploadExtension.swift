import ExtensionFoundation
import Foundation
import Photos

/// What an extension says when it was called. <https://developer.apple.com/documentation/photos/phbackgroundresourceuploadprocessingresult>
public enum PHBackgroundResourceUploadProcessingResult: Int, Sendable {
    /// It could not do its part.
    case failure
    /// There is more to do: it is to be called again.
    case processing
    /// Nothing is left to do.
    case completed
}

/// The part of an application that makes its upload jobs and takes note of how they ended.
/// <https://developer.apple.com/documentation/photos/phbackgroundresourceuploadjobextension>
///
/// On Apple's platforms the system calls it at times of its own. Here the extension is a program, marked with `@main`, that something starts when it is time, such as a
/// timer of systemd: its `main` calls the extension and does its jobs in the library of `PHOTOS_LIBRARY`, until nothing is left. It is given the same
/// `PHOTOS_APP_ID` as the application. A program that is both calls `PHPhotoLibrary.processUploadJobs(calling:)`.
public protocol PHBackgroundResourceUploadJobExtension: AppExtension {
    /// Makes jobs, and acknowledges or retries those that have ended.
    func processJobs() async -> PHBackgroundResourceUploadProcessingResult
    /// The host is about to end: the extension is to end what it does.
    func willTerminate() async
}

/// The same of iOS 26. Deprecated by Apple since iOS 27. <https://developer.apple.com/documentation/photos/phbackgroundresourceuploadextension>
public protocol PHBackgroundResourceUploadExtension: AppExtension {
    /// Makes jobs, and acknowledges or retries those that have ended.
    func process() -> PHBackgroundResourceUploadProcessingResult
    /// The host is about to end: the extension is to end what it does.
    func notifyTermination()
}

/// What both kinds of extensions have by themselves: nothing to configure.
public struct BackgroundUploadConfiguration: AppExtensionConfiguration {
    init() {}
}

extension PHBackgroundResourceUploadJobExtension {
    /// Nothing to configure.
    public var configuration: some AppExtensionConfiguration { BackgroundUploadConfiguration() }

    /// Calls the extension and does its jobs in the shared library until nothing is left. SIGINT and SIGTERM end it: what is on its way is sent anew the next time.
    public static func main() async throws { try await UploadProgram.run(UploadCaller(Self())) }
}

extension PHBackgroundResourceUploadExtension {
    /// Nothing to configure.
    public var configuration: some AppExtensionConfiguration { BackgroundUploadConfiguration() }

    /// As that of `PHBackgroundResourceUploadJobExtension`.
    public static func main() async throws { try await UploadProgram.run(UploadCaller(Self())) }
}

/// How a host calls an extension of either kind.
struct UploadCaller {
    let process: () async -> PHBackgroundResourceUploadProcessingResult
    let terminate: () async -> Void

    init(_ called: some PHBackgroundResourceUploadJobExtension) { (process, terminate) = (called.processJobs, called.willTerminate) }
    init(_ called: some PHBackgroundResourceUploadExtension) { (process, terminate) = ({ called.process() }, { called.notifyTermination() }) }
}

extension PHPhotoLibrary {
    /// Calls an extension and does its jobs, until it says that nothing is left and nothing is. Addition: on Apple's platforms the system does so.
    ///
    /// Four files are sent at once. A job succeeds where the server answers with a status from 200 to 299; with any other, and without an answer, it fails. Cancelling the
    /// task ends what is on its way, which waits for the next time, after the extension was told.
    /// - Returns: what the extension said last; `.completed` at once where uploads are not enabled.
    /// - Throws: a `PHPhotosError`: `.operationInterrupted` while another process does the jobs of this library; `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func processUploadJobs(
        calling called: some PHBackgroundResourceUploadJobExtension
    ) async throws -> PHBackgroundResourceUploadProcessingResult {
        try await UploadHost(self).run(UploadCaller(called))
    }

    /// The same with an extension of iOS 26. Addition.
    @discardableResult
    public nonisolated(nonsending) func processUploadJobs(
        calling called: some PHBackgroundResourceUploadExtension
    ) async throws -> PHBackgroundResourceUploadProcessingResult {
        try await UploadHost(self).run(UploadCaller(called))
    }
}
