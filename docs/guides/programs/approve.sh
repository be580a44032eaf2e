#!/bin/sh
# [start]
# Stands for the browser of the sandbox's demo customer, within a checkout of the bank: approves what the address asks for,
# and then goes where a browser would go: OPEN_BROWSER=./approve.sh
back=$(npx openbank approve "$1") || exit
curl -s -o /dev/null "$back" # to the program that waits for the customer there
echo "$back"                 # client.sh cannot wait there, and reads this
