#!/bin/sh
# What a program loads is kept in a folder, once, under the names that its report has.
# Usage: modules.sh PROGRAM FOLDER
set -eu
program=$1 folder=$2/modules
rm -rf "$folder" && mkdir "$folder"
GPU_EMULATOR_MODULES=$folder GPU_EMULATOR_REPORT=$folder/report "$program" >/dev/null
names=$(sed 's/.*"modules":\[\([^]]*\)\].*/\1/' "$folder/report" | tr -d '"' | tr ',' ' ')
[ -n "$names" ]
for name in $names; do grep -q '\.version' "$folder/$name.ptx"; done
before=$(ls -i "$folder")
GPU_EMULATOR_MODULES=$folder GPU_EMULATOR_REPORT=$folder/report "$program" >/dev/null
[ "$before" = "$(ls -i "$folder")" ]
GPU_EMULATOR_MODULES=$folder/none GPU_EMULATOR_REPORT=$folder/report "$program" >/dev/null
grep -q '"modules":\[\]' "$folder/report" # no name of what could not be kept
