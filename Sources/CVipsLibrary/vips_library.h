// libvips as it is, for the shim that calls it: its functions are variadic, which Swift can't call. A target of its own, since SwiftPM asks pkg-config
// for include paths, of which GLib needs some, for system libraries only.
#include <vips/vips.h>
