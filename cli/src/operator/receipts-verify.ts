import { changedSince, checkedFile, keySetFault, readLeaf, receiptFileFault, type ReceiptFile } from '@open-banking/receipts';
import { Command } from 'commander';
import { print, printJson } from '../bank-connection.js';
import { jsonIn } from '../named-file.js';

interface Options {
  readonly keys: string;
  readonly earlier?: string;
  readonly json?: true;
}
type KeySet = { readonly keys: Parameters<typeof checkedFile>[1] };

function receiptFileIn(name: string, option?: string): ReceiptFile {
  const value = jsonIn(name, option);
  const fault = receiptFileFault(value);
  if (fault !== undefined) throw new Error(`${name} is no file of receipts, as /customer/receipts has it to download: ${fault}`);
  return value as ReceiptFile;
}

function keysIn(name: string): KeySet['keys'] {
  const value = jsonIn(name, '--keys');
  const fault = keySetFault(value);
  if (fault !== undefined) throw new Error(`--keys: ${name} is no JWK Set, as /v1.7/oauth/consents/jwks answers it: ${fault}`);
  return (value as KeySet).keys;
}

function receiptFault(file: ReceiptFile, { keys, earlier }: Options): string | undefined {
  const known = keysIn(keys);
  const checked = checkedFile(file, known);
  if ('fault' in checked) return checked.fault;
  if (earlier === undefined) return undefined;
  const before = receiptFileIn(earlier, '--earlier');
  if (before.day !== file.day || before.customer !== file.customer) return 'the earlier file is of another day or customer';
  const beforeChecked = checkedFile(before, known);
  if ('fault' in beforeChecked) return `the earlier file: ${beforeChecked.fault}`;
  return changedSince(before, file);
}

const receiptsOf = ({ receipts }: ReceiptFile): number =>
  receipts.reduce((sum, { leaf, opening }) => sum + (readLeaf(leaf, opening)?.receipts.length ?? 0), 0);

export const receiptsVerify = new Command('verify')
  .description('Checks a file of receipts that a customer has downloaded, without the bank')
  .argument('<file>', 'The downloaded file')
  .requiredOption('--keys <file>', "The bank's JWK Set, from /v1.7/oauth/consents/jwks")
  .option('--earlier <file>', 'An earlier download of the same part of the day, all of whose receipts and gaps must still be there')
  .option('--json')
  .action((name: string, options: Options) => {
    const file = receiptFileIn(name);
    const fault = receiptFault(file, options);
    if (fault !== undefined) process.exitCode = 1;
    const found = { ok: fault === undefined, day: file.day, receipts: fault === undefined ? receiptsOf(file) : 0, lost: file.lost.length };
    if (options.json) return printJson(fault === undefined ? found : { ...found, fault });
    print(fault === undefined ? `ok    ${found.receipts} receipts of ${file.day}, ${found.lost} gaps` : `WRONG ${fault}`);
  });
