"""Checks a wheel against its list of hashes, which pip does not read. Prints the number of files and whether types are marked."""

import base64
import hashlib
import sys
import zipfile

wheel = zipfile.ZipFile(sys.argv[1])
if wheel.testzip() is not None:
    sys.exit("a checksum of the archive is wrong")
[record] = [name for name in wheel.namelist() if name.endswith(".dist-info/RECORD")]
listed = dict(line.split(",")[:2] for line in wheel.read(record).decode().split())
hashes = {
    name: base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).decode().rstrip("=") for name in wheel.namelist()
}
expected = {name: "" if name == record else f"sha256={value}" for name, value in hashes.items()}
if listed != expected:
    sys.exit(f"{record} differs from the files")
print(len(listed), any(name.endswith("/py.typed") for name in listed))
