# What ./photos, ./test and ./bench share. Sourced, not run.

say() { printf '%s\n' "$*" >&2; }

require_swift() {
  command -v swift >/dev/null && return 0
  say "Swift 6.2 or newer is needed and no \`swift\` is on the PATH. Install it from swift.org/install and run this again."
  exit 69
}

# Whether a product is missing or older than any source it could be made from.
needs_build() {
  local product=$1
  [ -x "$product" ] || return 0
  [ -n "$(find "$here/Package.swift" "$here/Sources" -newer "$product" -type f -print -quit)" ]
}

# Release build of the tool and of the programs that it starts. Quiet when it is quick; a first build says how long it takes and shows where it is.
build_release() {
  require_swift
  local root=$1 log
  local products=(photos photo-decoder photos-demonstration)
  build_products() {
    local product
    # Without symbols: nobody debugs these, and they are three quarters of a program's size.
    for product in "${products[@]}"; do swift build --package-path "$root" -c release --product "$product" -Xlinker -s || return; done
  }
  [ -d "$root/.build/release" ] || say "First build: about ten minutes on two cores, less on more. Later runs start at once."
  log=$(mktemp)
  if [ -t 2 ]; then
    build_products >&2
  elif ! build_products >"$log" 2>&1; then
    cat "$log" >&2; rm -f "$log"
    say "The build failed; what is above says why."
    exit 70
  fi
  rm -f "$log"
  # SwiftPM leaves products alone that did not change; a fresh date keeps the next run from asking again.
  touch "${products[@]/#/$root/.build/release/}"
}
