#!/bin/sh
# Prints in KB: how much the home takes, how much of it are uploads that have not arrived, and how much its disk has left.
# Each file counts 4 KB more, so that empty files count, too.
set -e
use() {
  [ -d "$1" ] || { echo 0; return; }
  files=$(du -s --inodes -x "$1" | cut -f1)
  blocks=$(du -s -k -x "$1" | cut -f1)
  # It was killed.
  [ -n "$files" ] && [ -n "$blocks" ] || return 1
  echo $((blocks + files * 4))
}
home=/home/player
all=$(use "$home")
parts=$(use "$home/.uploads")
echo "$all $parts $(df -k --output=avail "$home" | tail -n 1 | tr -d ' ')"
