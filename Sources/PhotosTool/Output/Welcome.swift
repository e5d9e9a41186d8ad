/// What `photos` says when it is given nothing to do.
enum Welcome {
    static func text(library: String) -> String {
        say(
            """
            photos keeps a photo library: a folder of originals that you own, and a catalogue over it.

              photos demo                        see it at work with pictures it makes, in a browser
              photos import FOLDER               put files and folders in; makes the library if there is none
              photos serve --open                look at them in a browser

            The library is \(DisplayText.safe(library)).
            `photos --help` lists every command, `photos help COMMAND` explains one with examples.
            """)
    }
}
