"""Names of positions by `reverse_geocoder`, which looks for the nearest of 144,000 towns in a tree; prints the milliseconds of the search, in one thread."""
import sys, time

import reverse_geocoder

with open(sys.argv[1]) as file:
    positions = [tuple(map(float, row.split())) for row in file]
geocoder = reverse_geocoder.RGeocoder(mode=1, verbose=False)
began = time.monotonic()
found = geocoder.query(positions)
print((time.monotonic() - began) * 1000)
if len(found) != len(positions):
    sys.exit(f"reverse_geocoder named {len(found)} of {len(positions)} positions")
