#!/usr/bin/env bash
# Asks for up to nine photos and saves them: the picker from a shell.
#
# usage: pick.sh http://127.0.0.1:8420 TOKEN-FILE FOLDER
#
# TOKEN-FILE is what `photos serve --token-file` was given. Takes curl and python3.
set -euo pipefail
[ $# -eq 3 ] || { sed -n 4,6p "$0" | cut -c3- >&2; exit 64; }
server=$1 owner=$(cat "$2") folder=$3
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

begun=$(curl -sSf -H "Authorization: Bearer $owner" -H 'Content-Type: application/json' \
    -d '{"limit": 9, "filter": "images", "ordered": true}' "$server/api/picker/sessions")
picker=$server/api/picker/sessions/$(field id <<<"$begun")
token=$(field token <<<"$begun")
echo "Choose at $(field url <<<"$begun")" >&2
trap 'curl -sS -X POST -H "Authorization: Bearer $token" "$picker/end" >/dev/null' EXIT

# A line for each state. curl would wait for the next one after the last that is of interest.
exec 3< <(curl -sSN -H "Authorization: Bearer $token" "$picker/events")
following=$!
while read -r line <&3; do
    case $line in *'"state":"confirmed"'* | *'"state":"cancelled"'* | *'"state":"ended"'*) break ;; esac
done
exec 3<&-
# Not TERM: who was started with that signal blocked hands the block on to curl.
kill -KILL "$following" 2>/dev/null || true
answer=$(curl -sSf -H "Authorization: Bearer $token" "$picker")
[ "$(field state <<<"$answer")" = confirmed ] || { echo "Nothing was chosen." >&2; exit 1; }
mkdir -p "$folder"
python3 -c 'import json, sys
for item in json.load(sys.stdin)["items"]: print(item["urls"]["file"], "%d-%s" % (item["index"] + 1, item["filename"].replace("/", "_")))' <<<"$answer" |
while read -r address name; do
    curl -sSf -H "Authorization: Bearer $token" -o "$folder/$name" "$server$address"
    echo "$folder/$name"
done
