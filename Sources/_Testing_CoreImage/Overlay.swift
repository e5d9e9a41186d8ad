// On Apple's platforms a file that imports both Testing and CoreImage gets this overlay, and the compiler looks for it by name wherever a module
// is called CoreImage. Ours has nothing to add; it is there so that clients' tests compile.
