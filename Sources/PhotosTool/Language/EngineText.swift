/// What the parts below the tool say of files, libraries, conditions and addresses, in English: the sentences that people meet most, as they stand there.
enum EngineText {
    static let book = Phrasebook(
        phrases: libraries + files + edits + findings + conditions + addresses + links + watches + cloud, parts: parts + SystemText.reasons)

    static func translated(_ text: String, in language: ToolLanguage = .current) -> String { translation(of: text, in: language) ?? text }

    /// The whole text in a language; `nil` where no language has words for it: a part of a sentence is never translated alone.
    static func translation(of text: String, in language: ToolLanguage = .current) -> String? {
        if let known = book.translation(of: text, in: language) { return known }
        // The system's own word for a mistake stands behind the sentence, which may say it already.
        guard text.hasSuffix(")"), let start = text.range(of: " (", options: .backwards),
            let head = book.translation(of: String(text[..<start.lowerBound]), in: language)
        else { return nil }
        let reason = String(text[start.upperBound...].dropLast())
        guard !SystemText.said.contains(reason) else { return head }
        func say(_ sentence: Sentence) -> String { sentence.text(in: language) }
        return say("\(head) (\(SystemText.translated(reason, in: language)))")
    }

    private static let libraries = [
        "There is no library at {1}. Make one with 'photos init', or name another with --library.",
        "{1} is no photo library: it is no folder. Name another with --library.",
        "{1} is no photo library: it has no {2}. Name another with --library.",
        "{1} has format {2}, and this version reads up to {3}. Update OpenPhotoKit.",
        "{1} is damaged. 'photos recover' makes it again; the originals and the catalogue beside it are not touched.",
        "There is a library at {1} already. Open it, or choose another name.",
        "{1} is there and is no photo library. Choose another name, or an empty folder.",
        "Could not make a library at {1}: {2}. Check the permissions and the room on the disk.",
        "There is no catalogue at {1}. 'photos recover' makes it again from the library's record or a snapshot; otherwise check the library's path, or make a new library with 'photos init'.",
        "{1} is not a photo catalogue: {2}. Choose another library, or make it again from the library's record or a snapshot with 'photos recover'.",
        "The catalogue {1} is damaged ({2}). Keep the file, and make it again from the library's record or a snapshot with 'photos recover'; the originals are not affected.",
        "The catalogue {1} is damaged (its tables are gone). Keep the file, and make it again from the library's record or a snapshot with 'photos recover'.",
        "The words of {1}, which searches look through, are damaged. Make them again with 'photos verify --repair'.",
        "The slow part of a video must begin before it ends, and be slower than the rest but not below 1/32 of its speed.",
        "{1} is being written by {2}, probably an import. Wait until it is done and try again.",
        "another process",
        "The disk is full: nothing of this change was written to {1}. Free some space and try again.",
        "The disk is full: {1} can't be written, so the change could not be taken back and was not made. Free some space and try again.",
        "{1} can't be written ({2}). Check the permissions of the file and its folder, and whether the disk is mounted for writing.",
        "Nothing in {1} can be changed: it is opened for reading only, since {2}. Mount its disk writable or change its permissions, or copy the library to where you may write.",
        "Nothing in {1} can be changed: the disk is full. Free some space, or remove what is in Recently Deleted with 'photos purge', and try again.",
        "{1} is opened for reading only, since {2}: it can be looked at, exported and verified. Changes and imports are refused.",
        "{1} is on a network file system, where two machines writing at once can damage the catalogue. Use it from one machine at a time.",
        "its file system is mounted for reading only",
        "the disk is full",
        "you have no permission to write {1}",
        "that was asked for",
        "{1} belongs to the user {2}, and what others put into a library can mislead whoever opens it. If you trust {3}, run 'photos trust {4}'; if the files are yours, give them back to yourself with chown.",
    ]

    private static let watches = [
        "There is no folder {1} to watch. Check the path, or mount the disk it is on.",
        "{1} is {2}. Name a folder to watch.",
        "{1} is watched already. To watch it in another way, remove it first with 'photos watch remove'.",
        "{1} lies within {2}, which is watched already, with everything in it.",
        "{1} lies within {2}, and is watched already. Remove it first with 'photos watch remove'.",
        "{1} lies within the library {2}, whose files are in it already. Watch a folder outside of it.",
        "Another process watches folders for this library, such as 'photos serve'. End it first, or leave the watching to it.",
        "The watched folder {1} is not there. Mount its disk; what came in from it stays as it is.",
        "The watched folder {1} is not the one that was added, as when its disk is not mounted. Mount it; what came in from it stays as it is.",
        "The watched folder {1} is empty, as when its disk is not mounted. What came in from it stays as it is.",
        "The change can't be taken back on this machine: what was there before is written down on another, or was removed.",
    ]

    private static let cloud = [
        "This library is connected to no store. 'photos cloud configure ADDRESS' does it.",
        "{1} has changes that this machine has not taken in, so it can't tell all. {2}",
        "Run 'photos cloud sync --resend' on a machine that has them, and then 'photos cloud sync' here.",
        "Run 'photos cloud sync --resend' on the machine {1}, which has them, and then 'photos cloud sync' here; 'photos cloud status --json' shows the name of a machine.",
        "{1} in {2} is in a snapshot that is not there, or can't be read. Put {3} back from a copy; or run 'photos cloud sync --resend' on each machine that has all of it.",
        "Other machines hear of a photo when its thumbnail is made, and {1} still wait for that. 'photos doctor' says what decodes here, and 'photos verify --repair' makes what is missing.",
        "{1} was set back to an older state: {2}, and this machine has read it. Nothing was written. Put the newer state back; or go on from the older one with 'photos cloud sync --resend', which tells it all that this machine has.",
        "{1} holds another library ({2}), and this one is {3}. Choose another bucket or folder.",
        "{1} holds other things already. Choose an empty bucket or folder, or a prefix of its own, as in s3://bucket/photos.",
        "{1} is encrypted. Give its passphrase or recovery key with --passphrase-file.",
        "Another machine has written the record of this library to {1}. Go on there; or take the library over from this one with 'photos cloud configure --take-over'.",
        "{1} was written by a newer version, which knows more of photos than this one. Update OpenPhotoKit on this machine.",
        "{1} is neither here nor in {2}. Import it again, or take it from a backup.",
        "The cloud has no {1} any more. {2} Where you have the file, import it again.",
        "{1} is not in {2}. Restore it from a backup, or upload it again where the original is.",
        "{1} could not be downloaded. {2}",
        "What the cloud has as {1} is not the file that was imported. It was not kept; restore it from a backup, or import the file again.",
        "There are no keys for buckets. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them into ~/.aws/credentials.",
        "There is no bucket {1} at {2}. Check its name and the server's address, or make it.",
        "{1} does not accept the access key or its secret ({2}). Check both.",
        "The credentials for {1} have expired. Get new ones, and try again.",
        "{1} is full, or its quota is used up ({2}). Raise the quota, or remove what is not needed. Nothing that was kept is lost.",
        "This is not the passphrase of {1}. Type it again, or open it with the recovery key.",
        "{1} is the store of another library. Mount the right disk, or choose another folder.",
        "{1} has files in it and is no store yet. Choose an empty folder.",
        "{1} is not there, or is no store of OpenPhotoKit. {2}",
        "Mount the disk or share that it is on, or make the store again. Nothing is lost here.",
    ]

    private static let links = [
        "The link would end before it begins. Give a time that is still to come.",
        "The title of a link has at most 200 bytes. Shorten it.",
        "The password of a link has 1 to 1,000 bytes. Give another one.",
        "A password can’t be kept without libcrypto. Install OpenSSL 3, or share without a password.",
        "There is no album {1} to share. `photos albums` lists those there are.",
        "There is nothing to share. Name at least one photo.", "Photos are sent into an album. Name one, or give a title for a new one.",
        "A link either shows photos or takes them. Make one link for each.", "A link takes at least one byte and one file, and at most {1} bytes and {2} files.",
        "The new album has no title. Give one.",
        "A link shows at most {1} photos that are named. Put them into an album, and share that.",
    ]

    private static let files = [
        "{1} is a photo library of this program. Copy its photos out with 'photos export', and import the copies.",
        "{1} is a photo library of Apple's and can't be imported yet. Export its photos to a folder on a Mac, and import that.",
        "{1} is a photo library of Apple's and can't be imported as a whole yet. The originals that are on this disk can be, without albums, titles and edits: import the folder {2}.",
        "{1} is an archive, and what is in it was left out. Unpack it, and import the folder.",
        "{1} should say how a photo was edited, and is no property list that does: it was left out. Copy it again from where it came from.",
        "{1} is empty. Copy it again from where it came from.",
        "{1} is no video, and can't be trimmed.",
        "{1} lasts {2} seconds. Name a part of these.",
        "{1} is no picture or movie, though its name says so. It may be damaged; copy it again.",
        "{1}: {2} is damaged: {3}. Copy it again from where it came from.",
        "{1} is damaged: {2}. Copy it again from where it came from.",
        "its header is broken or cut off",
        "{1} is {2}. Only regular files can be imported.",
        "Could not read {1}: it is not there. Check the path, or mount the disk it is on.",
        "Could not open {1}: it is not there. Check the path, or mount the disk it is on.",
        "Could not read {1}: permission denied. Change its permissions, or run as a user who may.",
        "Could not open {1}: permission denied. Change its permissions, or run as a user who may.",
        "Could not list {1}: permission denied. Change its permissions, or run as a user who may.",
        "Could not read {1}: its disk or share has gone. Connect it again, and try again.",
        "Could not open {1}: its disk or share has gone. Connect it again, and try again.",
        "Could not list {1}: its disk or share has gone. Connect it again, and try again.",
        "Could not make the folder {1}: {2} Choose another place.",
        "There is no folder {1}. Make it first, or choose another.",
        "{1} lies in the photo library {2}, where only the library itself puts files. Choose a place outside of it.",
        "{1} is an original of this library, and originals are never replaced. Choose another name.",
        "The import stopped: {1} What was committed stays; run it again.",
        "The original {1} is not in the library. Restore it from a backup; 'photos verify' lists all that are missing.",
        "{1} is out of reach: the disk or folder {2} is not there. Mount it.",
        "{1} was changed after it was imported. Put the original back, or import the changed one.",
        "{1} is in the cloud and not on this machine. Allow network access and ask again to download it.",
        "{1} came in, but a part of it can't be read: {2}.",
        "{1} came in, but can't be shown: {2}.",
        "{1} is there already. Choose another name, or a folder.",
        "{1} belongs to no burst. Name a photo that does.",
        "No photo of the burst of {1} is picked. Pick those to keep first.",
        "{1} is no photo, so it can't be of a burst. Leave it out.",
        "A burst has two photos or more. Name those that belong together.",
        "{1} is no photo. Name the photo first, then the video.",
        "{1} is no video, nor is one of the two a RAW and the other not. Name a photo and a video, or a photo and its RAW.",
        "{1} has another picture beside it already. Take them apart first.",
        "{1} is a Live Photo already. Take it apart first.",
        "{1} is edited. Revert it first, or export what it shows and import that.",
        "{1} is no Live Photo and has no RAW beside it, so there is nothing to take apart.",
        "{1} shows its RAW. Choose the other picture as its original first.",
        "The movie of {1} is a part of its picture's file, which stays as it came. Export the movie by itself.",
        "The movie of {1} is edited. Revert it first.",
        "{1} can't be opened ({2}). Check that the folder exists and that you may read and write in it.",
    ]

    private static let edits = [
        "Adjustments have at most {1} bytes, and this has {2}. It is something else.",
        "The adjustments can't be read as JSON of the format {1}: {2}",
        "The adjustments are of the format {1}, and only {2} can be read.",
        "The adjustments are of version {1}, and only versions 1 can be read. Update this program.",
        "There is no filter {1}. There are {2}.",
        "“{1}” is no adjustment that is known here. Correct its name, or update this program.",
        "{1} is {2}, and must be from {3} to {4}.",
        "rotation is {1}, and must be 0, 90, 180 or 270.",
        "The crop (x {1}, y {2}, width {3}, height {4}) does not lie in the picture. Give fractions from 0 to 1 of its width and height.",
        "{1} is no photo. Only photos have adjustments.",
        "{1} can't be edited: it is deleted. Restore it first.",
        "keyFrame is {1}, and must be a moment of the movie, in seconds from its beginning.",
        "{1} is no Live Photo, so it has no movie to take a frame from or to mute.",
        "The movie of {1} lasts {2} seconds. Choose a key frame of these.",
        "The edited movie could not be written to {1}: {2}. Make room, and try again.",
        "Temporary files can't be made in {1} ({2}). Make room there, or set TMPDIR to another folder.",
        "{1} can't be edited: it is not of the user's own library.",
        "{1} has no picture in this library. Import it again.",
        "{1} was changed by somebody else since this edit began, and that change stays. Edit it anew.",
        "The photo was removed since the edit began.",
        "{1} is too large to be adjustment data. Look at what it holds.",
        "{1} is damaged and can't be edited: {2}",
        "The packet says no edit that is still to be made.",
        "{1} is “{2}”, and must be a number.",
        "The edit has {1}, for which there is nothing here: without it the picture would be another one. Only crop, turn, Shadows, Highlights and Vibrance are read.",
        "The edit has a part of {1} only: it needs {2}.",
        "a transform",
        "a crop",
        "The picture has no pixels, so nothing can be cut from it.",
        "The edit's transform leaves nothing of the picture.",
        "The edit's crop has no pixels.",
        "The edit leans or stretches the picture, which has no counterpart here.",
        "The edit's transform can't be made out.",
        "The edit shows what lies outside of the picture, or of what straightening leaves of it. Crop it anew.",
        "The edit that “{1}” holds can't be made, and it is shown without: {2}",
    ]

    /// What a verification finds, behind the file's name.
    private static let findings = [
        "is not there; import the file again, or 'photos verify --repair --from FOLDER' with a copy of it",
        "{1}; import a good copy, or 'photos verify --repair --from FOLDER' with one",
        "its folder is not known any more",
        "{1}; put the original back",
        "was moved or deleted; verify with --repair looks for it",
        "its disk or folder is not there; mount {1}",
        "is among the originals and in no asset; import it, or move it away",
        "is damaged: {1}. 'photos recover' brings back what its newest sound copy holds",
        "is not what the catalogue keeps of it; 'photos verify --repair' puts that back",
        "is no copy to rely on: {1}; 'photos verify --repair' takes a new one",
        "{1}; 'photos verify --repair' makes it again",
        "{1} 'photos verify --repair' makes a new one.",
        "is not what it should be: {1}",
    ]

    /// What stands in the places of sentences.
    private static let parts = [
        "its step {1} of the changes that machines share is another one by now",
        "it has no step {1} of the changes that machines share",
        "has {1} bytes instead of {2}", "its content is not the one that was imported (SHA-256 differs)", "the file is not a database",
        "only the small picture that it carries of itself can be shown", "its file is gone from its folder",
        "it takes too long to decode", "it makes the decoder fail", "nothing of it can be decoded",
        "the end", "the text {1}", "the number {1}", "a date", "a text", "a number", "a whole number", "an identifier", "a list", "a place", "YES or NO",
        "a list of values", "a key with several values",
        "to close the parenthesis at character {1}", "behind the function's name", "to end the arguments", "to end the list", "to end CAST", "behind the options",
        "{1} or {2}", "{1}, port {2}", "{1} (a date)", "{1} (a text)", "{1} (a number)", "{1} (a whole number)", "{1} (an identifier)", "{1} (YES or NO)",
    ]

    private static let conditions = [
        "the format is empty; write a condition such as mediaType == 1, or TRUEPREDICATE for everything",
        "expected a key or a value, found {1}",
        "expected AND, OR or the end, found {1}",
        "expected a comparison behind {1}, found {2}; write {3} == YES for a flag",
        "expected a comparison, found {1}",
        "expected a key or a value, found {1}; a key that is called so is written #{2}",
        "expected \"{1}\" {2}, found {3}",
        "the text has no closing {1}",
        "a condition cannot be compared; join conditions with AND or OR",
        "unknown function \"{1}\"; known are {2}",
        "the pattern of MATCHES, \"{1}\", is no valid regular expression",
        "{1} cannot be cast to {2}; known types are NSDate, NSNumber, NSString and NSUUID",
        "{1} is a date, and \"{2}\" is none; write it like \"2024-05-31\" or \"2024-05-31T17:04:05Z\"",
        "{1} is a date and cannot be compared with {2}; write CAST({3}, \"NSDate\") for seconds since 2001",
        "{1} is a text and cannot be compared with {2}; put it in quotes",
        "{1} is {2} and cannot be compared with {3}; write it without quotes",
        "{1} is an identifier; it can be compared with ==, != and IN only",
        "{1} cannot be compared with {2}",
        "CONTAINS, BEGINSWITH, ENDSWITH, LIKE and MATCHES compare texts; {1} is none",
        "{1} holds several values; write ANY {2} == …, {3} CONTAINS … or {4}.@count == 0",
        "BETWEEN needs a list of two values, such as BETWEEN {1, 5}",
        "IN needs a list behind it, such as IN {1, 2} or IN %@ with an array; {1} is {2}",
        "assets have no key \"{1}\"; did you mean {2}? Known keys: {3}",
        "assets have no key \"{1}\". Known keys: {2}",
        "{1} holds several values, so {2} cannot be sorted by it",
        "{1} is no sort key; write KEY, KEY:asc or KEY:desc",
        "{1} is no sort direction; write {2}:asc or {3}:desc",
    ]

    private static let addresses = [
        "{1} is no public address: {2}. It is like https://photos.example.org or https://photos.example.org:8443.",
        "it has to begin with https:// or http://",
        "the gallery needs a whole host name, and can't be below a path",
        "it can't have a user's name in it",
        "its host has to be a name or an address, of ASCII letters, digits, dots and hyphens (others as xn--…)",
        "its port has to be from 1 to 65535",
        "{1} is no address of map tiles: {2}. It is like https://tiles.example.org/{z}/{x}/{y}.png.",
        "it can have {1} letters, digits and signs of an address at most; write others as %20",
        "its server has to be one host name, or an IPv4 address, with a port where it has another one",
        "it has {1}, and only {z}, {x} and {y} are filled in",
        "{z}, {x} and {y} have to stand behind its server, each once",
        "The map shows whose its tiles are. Say it in 1 to {1} characters, such as “© OpenStreetMap contributors”.",
        "{1} is no name or address that this machine knows. `ip address` lists those it has.",
        "Another program listens on {1} already. Stop it, or choose another port: --port 0 takes any free one.",
        "You may not listen on {1}. Choose a port above 1023, such as --port {2}.",
        "The certificate can't be read from {1}: {2}. Name the file that holds it with --certificate.",
        "The key can't be read from {1}: {2}. Name the file that holds it with --key.",
        "The key in {1} is not that of the first certificate in {2}. Name the two that were made together, the server's own certificate first.",
        "{1} is no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----. Name such a file with --certificate.",
        "{1} has no certificate in it. Name a file that has with --certificate.",
        "The certificate in {1} has expired: it was good until {2}. Get a new one.",
        "A certificate in {1} that the first one is signed with has expired: it was good until {2}. Get a new chain.",
        "The certificate in {1} is good from {2}. Check this machine's clock, or wait until then.",
        "Everybody can read {1}, so it keeps no secret. Run `chmod o= {2}`, and get another certificate if somebody may have read it.",
        "The key in {1} has a passphrase, and nobody is there to type it when the server starts. Write it without one: `openssl pkey -in FILE -out NEWFILE`.",
        "{1} is no key in PEM, which begins with -----BEGIN PRIVATE KEY-----. Name such a file with --key.",
    ]
}

/// The words of the system and of the JPEG library for what went wrong.
enum SystemText {
    static let reasons = [
        "No such file or directory", "Permission denied", "Operation not permitted", "Not a directory", "Is a directory", "File exists", "No space left on device",
        "Read-only file system", "Input/output error", "Too many open files", "File name too long", "Too many levels of symbolic links", "Premature end of JPEG file",
    ]
    /// What the sentences before them say in other words.
    static let said: Set = ["No such file or directory", "Permission denied"]

    static func translated(_ reason: String, in language: ToolLanguage = .current) -> String { reasons.contains(reason) ? language.phrase(reason) : reason }
}
