#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stddef.h>
#include <stdint.h>

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

/// scrypt (RFC 7914) of a password: `cost` is N, a power of two. Takes 128 * cost * block bytes and stays below 64 MB, or fails. Any thread.
/// Returns 1, or 0 where libcrypto can't be loaded, refuses the parameters or has no memory.
int ccrypto_scrypt(const void *password, size_t password_count, const unsigned char *salt, size_t salt_count, uint64_t cost, uint64_t block, uint64_t parallel,
                   unsigned char *key, size_t key_count);

#endif
