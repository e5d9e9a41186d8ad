#include <dlfcn.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <pthread.h>
#include "ccrypto.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
// The one whose headers were compiled in.
#define LIBRARY "libcrypto.so." TEXT(OPENSSL_SHLIB_VERSION)

// Written by load, which pthread_once lets run once and before anybody reads this.
static struct {
    __typeof__(&OPENSSL_init_crypto) init;
    __typeof__(&EVP_MD_CTX_new) new;
    __typeof__(&EVP_MD_CTX_free) free;
    __typeof__(&EVP_MD_CTX_copy_ex) copy;
    __typeof__(&EVP_sha256) sha256;
    __typeof__(&EVP_sha1) sha1;
    __typeof__(&EVP_DigestInit_ex) begin;
    __typeof__(&EVP_DigestUpdate) update;
    __typeof__(&EVP_DigestFinal_ex) end;
    __typeof__(&EVP_PBE_scrypt) scrypt;
} crypto;
static int is_loaded = 0;

static void load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    crypto.init = (__typeof__(crypto.init))dlsym(library, "OPENSSL_init_crypto");
    crypto.new = (__typeof__(crypto.new))dlsym(library, "EVP_MD_CTX_new");
    crypto.free = (__typeof__(crypto.free))dlsym(library, "EVP_MD_CTX_free");
    crypto.copy = (__typeof__(crypto.copy))dlsym(library, "EVP_MD_CTX_copy_ex");
    crypto.sha256 = (__typeof__(crypto.sha256))dlsym(library, "EVP_sha256");
    crypto.sha1 = (__typeof__(crypto.sha1))dlsym(library, "EVP_sha1");
    crypto.begin = (__typeof__(crypto.begin))dlsym(library, "EVP_DigestInit_ex");
    crypto.update = (__typeof__(crypto.update))dlsym(library, "EVP_DigestUpdate");
    crypto.end = (__typeof__(crypto.end))dlsym(library, "EVP_DigestFinal_ex");
    crypto.scrypt = (__typeof__(crypto.scrypt))dlsym(library, "EVP_PBE_scrypt");
    if (!crypto.init || !crypto.new || !crypto.free || !crypto.copy || !crypto.sha256 || !crypto.sha1) return;
    if (!crypto.begin || !crypto.update || !crypto.end || !crypto.scrypt) return;
    // libcrypto takes its locks down when the process exits, while a thread of ours may still be hashing; it is asked to leave them.
    is_loaded = crypto.init(OPENSSL_INIT_NO_ATEXIT, NULL) == 1;
}

static int is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

ccrypto_hash *ccrypto_hash_new(ccrypto_algorithm algorithm) {
    if (!is_there()) return NULL;
    EVP_MD_CTX *hash = crypto.new();
    if (hash && crypto.begin(hash, algorithm == CCRYPTO_SHA1 ? crypto.sha1() : crypto.sha256(), NULL) == 1) return hash;
    crypto.free(hash);
    return NULL;
}

int ccrypto_hash_update(ccrypto_hash *hash, const void *bytes, size_t count) {
    return hash && crypto.update(hash, bytes, count) == 1;
}

int ccrypto_hash_digest(const ccrypto_hash *hash, unsigned char *digest) {
    EVP_MD_CTX *copy = hash ? crypto.new() : NULL;
    if (!copy) return 0;
    int is_done = crypto.copy(copy, hash) == 1 && crypto.end(copy, digest, NULL) == 1;
    crypto.free(copy);
    return is_done;
}

void ccrypto_hash_free(ccrypto_hash *hash) {
    if (hash) crypto.free(hash);
}

int ccrypto_scrypt(const void *password, size_t password_count, const unsigned char *salt, size_t salt_count, uint64_t cost, uint64_t block, uint64_t parallel,
                   unsigned char *key, size_t key_count) {
    if (!is_there()) return 0;
    return crypto.scrypt(password, password_count, salt, salt_count, cost, block, parallel, 64 << 20, key, key_count) == 1;
}
