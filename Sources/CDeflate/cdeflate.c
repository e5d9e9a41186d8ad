// SwiftPM makes a target that says what it links of sources only.
#include "cdeflate.h"
