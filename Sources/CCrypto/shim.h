#ifndef OPENPHOTOKIT_CCRYPTO_H
#define OPENPHOTOKIT_CCRYPTO_H

/* The system's libcrypto: message digests only. */
#include <openssl/evp.h>

#endif
