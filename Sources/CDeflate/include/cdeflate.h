#ifndef CDEFLATE_H
#define CDEFLATE_H

// Checksums and compression of whole blocks are called, which are plain C that Swift imports; nothing is added.
#include <stddef.h>
#include <libdeflate.h>

#endif
