#!/usr/bin/env bash
# The programs that the checks start, from Debian's own packages.
set -euo pipefail
if ! command -v apt-get > /dev/null; then
	echo 'No apt-get here: install Chromium, Redis and PostgreSQL in your own way.' >&2
	exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	chromium fonts-liberation redis-server postgresql
