// Tells ThreadSanitizer what Swift's Mutex does when it has to wait.
//
// Mutex takes a free lock with atomics in the code that uses it, which ThreadSanitizer sees. For a lock that is held it
// calls into libswiftSynchronization, which is not instrumented and lets the kernel hand the lock over: nothing seems
// to order what two threads do under it, and programs that are right are reported. scripts/sanitize loads this before
// the program, in front of the two functions that wait and wake.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in programs without ThreadSanitizer, such as the one that builds.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void lockSlow(uint32_t thread, SELF mutex) __asm__(LOCK_SLOW);
SWIFT void unlockSlow(SELF mutex) __asm__(UNLOCK_SLOW);

SWIFT void lockSlow(uint32_t thread, SELF mutex) {
    ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK_SLOW))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlockSlow(SELF mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK_SLOW))(mutex);
}
