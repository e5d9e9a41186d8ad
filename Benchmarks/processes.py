"""Runs a command many times and prints, as JSON, the milliseconds of the fastest process and the peak megabytes of the smallest. A program of its own: a process begins with what its
parent had in memory, so that of a benchmark that has measured much would count."""
import json, os, subprocess, sys, time

took, peak = [], []
for _ in range(int(sys.argv[1])):
    began = time.perf_counter()
    child = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    took.append((time.perf_counter() - began) * 1e3)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{sys.argv[2]} ended with {child.returncode}")
    peak.append(usage.ru_maxrss / 1024)
print(json.dumps([min(took), min(peak)]))
