#ifndef OPENPHOTOKIT_DEFLATE_H
#define OPENPHOTOKIT_DEFLATE_H

// The checksum alone is called, which is plain C that Swift imports; nothing is added.
#include <stddef.h>
#include <libdeflate.h>

#endif
