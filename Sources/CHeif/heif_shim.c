// SwiftPM wants one source file in a C target.
#include "heif_shim.h"
