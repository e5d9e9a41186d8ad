/// Live Photos by hand.
extension PHAssetChangeRequest {
    /// Makes a Live Photo of this photo and a video. The photo keeps its identifier, dates, albums and edit; the video's asset goes to Recently Deleted with all
    /// that was said of it, and both share its file. What is a Live Photo already, or no photo, and what is no video, fail the block with
    /// `.requestNotSupportedForAsset`; an edited video, and an asset that takes no changes, with `.changeNotSupported`. Addition.
    public func pair(with video: PHAsset) { content = .pair(video) }

    /// Makes a photo and a video of a Live Photo. The photo keeps its identifier; the video is the asset it was before it was paired, as long as that is in Recently
    /// Deleted, and else a new one. What is no Live Photo fails the block with `.requestNotSupportedForAsset`; a movie that was edited, or is a part of its
    /// picture's file, with `.changeNotSupported`, and a file that is in the cloud only with `.networkAccessRequired`. Addition.
    public func separateVideo() { content = .separate }
}
