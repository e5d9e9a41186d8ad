// Tells the Thread Sanitizer of the contended paths of Swift's Mutex. They are in a library that it does not see into, and end in the kernel,
// so that without this whatever a contended mutex guards looks like a race. Loaded before the tests by Scripts/thread-sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SELF __attribute__((swift_context)) void *mutex
#define SWIFT __attribute__((swiftcall))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

static void (*acquire)(void *), (*release)(void *);
static SWIFT void (*realLock)(uint32_t, SELF);
static SWIFT void (*realUnlock)(SELF);
static SWIFT bool (*realTry)(SELF);

__attribute__((constructor)) static void find(void) {
    *(void **)&acquire = dlsym(RTLD_DEFAULT, "__tsan_acquire");
    *(void **)&release = dlsym(RTLD_DEFAULT, "__tsan_release");
    *(void **)&realLock = dlsym(RTLD_NEXT, LOCK);
    *(void **)&realUnlock = dlsym(RTLD_NEXT, UNLOCK);
    *(void **)&realTry = dlsym(RTLD_NEXT, TRY);
}

SWIFT void slowLock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void slowLock(uint32_t thread, SELF) {
    realLock(thread, mutex);
    if (acquire) acquire(mutex);
}

SWIFT void slowUnlock(SELF) __asm__(UNLOCK);
SWIFT void slowUnlock(SELF) {
    if (release) release(mutex);
    realUnlock(mutex);
}

SWIFT bool slowTry(SELF) __asm__(TRY);
SWIFT bool slowTry(SELF) {
    bool isLocked = realTry(mutex);
    if (isLocked && acquire) acquire(mutex);
    return isLocked;
}
