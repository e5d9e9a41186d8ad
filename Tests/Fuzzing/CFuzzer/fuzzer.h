// What libFuzzer offers to programs that bring their own main.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argumentCount, char ***arguments, int (*callback)(const uint8_t *data, size_t size));
