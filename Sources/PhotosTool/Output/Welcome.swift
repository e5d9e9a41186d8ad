/// What `photos` says when it is given nothing to do.
enum Welcome {
    static func text(library: String) -> String {
        """
        photos keeps a photo library: a folder of originals that you own, and a catalogue over it.

          photos import FOLDER               put files and folders in; makes the library if there is none
          photos assets                      see what is in it
          photos export --to FOLDER ID       take copies out again

        The library is \(DisplayText.safe(library)).
        `photos --help` lists every command, `photos help COMMAND` explains one with examples.
        """
    }
}
