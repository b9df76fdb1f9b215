#!/usr/bin/env bash
# Makes the working tree the property of the user who runs the script. In a container of GitHub Actions it belongs to another user,
# and git refuses to read it.
set -euo pipefail
cd "$(dirname "$0")/.."
chown -R "$(id -u):$(id -g)" .
