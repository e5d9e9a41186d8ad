#pragma once

// A library that is put before a program with LD_PRELOAD and kills it with SIGKILL just before a call that changes the disk. It needs no
// permission to trace, so it works in every container.
//
//   KILL_SWITCH_AT=pwrite:7      the process kills itself as it is about to make its seventh pwrite
//   KILL_SWITCH_COUNTS=/a/file   an undisturbed process writes there at its end how often it made each call: "pwrite 31" on a line each
//
// Calls are counted for the whole process, under one name for all variants (pwrite and pwrite64, open and openat). Opening counts only where it
// may create or empty a file. What the process starts is left alone.
