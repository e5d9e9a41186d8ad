#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>

/// SHA-256 by the system's libcrypto. The library is loaded for the first hash: it is large, and most of what only looks at photos hashes nothing.
typedef struct evp_md_ctx_st ccrypto_sha256;

/// NULL where libcrypto can't be loaded, has no SHA-256 or no memory. Any thread.
ccrypto_sha256 *ccrypto_sha256_new(void);

/// Returns 1, or 0 where it failed, as it does for NULL.
int ccrypto_sha256_update(ccrypto_sha256 *hash, const void *bytes, size_t count);

/// Writes the 32 bytes of all bytes so far; more may follow. Returns as ccrypto_sha256_update does.
int ccrypto_sha256_digest(const ccrypto_sha256 *hash, unsigned char *digest);

void ccrypto_sha256_free(ccrypto_sha256 *hash);

#endif
