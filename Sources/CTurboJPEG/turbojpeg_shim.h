#ifndef OPENPHOTOKIT_TURBOJPEG_H
#define OPENPHOTOKIT_TURBOJPEG_H

// Everything of TurboJPEG that we call is plain C that Swift imports; nothing is added.
#include <stddef.h>
#include <turbojpeg.h>

#endif
