#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>

/// Hashes by the system's libcrypto. The library is loaded for the first hash: it is large, and most of what only looks at photos hashes nothing.
typedef struct evp_md_ctx_st ccrypto_hash;

typedef enum { CCRYPTO_SHA256, CCRYPTO_SHA1 } ccrypto_algorithm;

/// NULL where libcrypto can't be loaded, does not know the algorithm or has no memory. Any thread.
ccrypto_hash *ccrypto_hash_new(ccrypto_algorithm algorithm);

/// Returns 1, or 0 where it failed, as it does for NULL.
int ccrypto_hash_update(ccrypto_hash *hash, const void *bytes, size_t count);

/// Writes the 32 bytes, or 20 of SHA-1, of all bytes so far; more may follow. Returns as ccrypto_hash_update does.
int ccrypto_hash_digest(const ccrypto_hash *hash, unsigned char *digest);

void ccrypto_hash_free(ccrypto_hash *hash);

#endif
