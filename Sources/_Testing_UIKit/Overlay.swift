// On Apple's platforms a file that imports both Testing and UIKit gets this overlay, and the compiler looks for it by name wherever a module
// is called UIKit. Ours has nothing to add; it is there so that clients' tests compile.
