import { join } from 'node:path';
import { Command } from 'commander';
import { readJson } from './bank/data-folder.js';
import { trustAuthorityOf } from './ca/trust.js';
import { operatorFileOf, type OperatorFile, type OwnClient } from './bank/operator-file.js';
import type { Customer } from './demo-bank/bank.js';

/** What `npm start` would take in the same shell. */
const defaultBaseUrl = process.env['BASE_URL'] || `http://127.0.0.1:${process.env['PORT'] || 8080}`;

/** The options every command takes, before its name or after it. */
export const withBankOptions = (command: Command): Command =>
  command
    .option('--base-url <url>', `where the bank answers (default: ${defaultBaseUrl})`)
    .option('--operator-file <file>', 'default: ~/.openbank/<port of the base URL>.json')
    .option('--as <operator>', "who acts, by a key of their own (openbank operator add); default: the installation's own operator")
    .option('--operator-key <file>', "that operator's key; default: where openbank operator add put it");

/** What a command knows of its bank: its address, and what this machine's operator file says. */
export class BankConnection {
  readonly baseUrl: string;
  readonly file: string;
  /** The named operator who acts, and where the key is; undefined: the installation's own. */
  readonly actor: { readonly name: string; readonly keyFile: string } | undefined;

  constructor(command: Command) {
    const option = (name: string): string | undefined => {
      for (let at: Command | null = command; at; at = at.parent)
        if (at.getOptionValue(name) !== undefined) return at.getOptionValue(name) as string;
      return undefined;
    };
    const given = option('baseUrl') ?? defaultBaseUrl;
    if (!URL.canParse(given)) throw new Error(`--base-url: "${given}" is not a URL`);
    this.baseUrl = given.replace(/\/$/, '');
    this.file = option('operatorFile') ?? operatorFileOf(this.baseUrl);
    const name = option('as');
    this.actor = name === undefined ? undefined : { name, keyFile: option('operatorKey') ?? operatorKeyFile(this.file, name) };
  }

  get content(): OperatorFile {
    const found = readJson<OperatorFile>(this.file);
    if (!found)
      throw new Error(
        `There is no operator file ${this.file}: start the bank on this machine (npm start), or name the file with --operator-file.`,
      );
    trustAuthorityOf(found);
    return this.actor ? { ...found, ...signingAs(this.actor) } : found;
  }

  /** The same, of a bank that runs. */
  get running(): Required<Pick<OperatorFile, 'internal' | 'databases'>> & OperatorFile {
    const { internal, databases, ...rest } = this.content;
    if (!internal || !databases) throw new Error(`The bank at ${this.baseUrl} does not run (npm start).`);
    return { ...rest, internal, databases };
  }

  client(clientId: string): OwnClient {
    const found = this.content.clients.find((client) => client.clientId === clientId);
    if (!found)
      throw new Error(`The client ${clientId} was not added from this machine (npx openbank client add): its secret is not known here.`);
    return found;
  }

  get customers(): readonly Customer[] {
    const { customersFile } = this.content;
    const found = customersFile === undefined ? undefined : readJson<readonly Customer[]>(customersFile);
    if (!found) throw new Error('This bank has no demo customers.');
    return found;
  }

  /** The demo customer with this login; the first where none is named. */
  customer(login: string | undefined): Customer {
    const all = this.customers;
    const found = login === undefined ? all[0] : all.find((customer) => customer.login === login);
    if (!found) throw new Error(`There is no demo customer ${login} (npx openbank customers).`);
    return found;
  }
}

/** Where a named operator's key is kept: beside the operator file, readable by its owner only. */
export const operatorKeyFile = (operatorFile: string, name: string): string =>
  join(operatorFile.replace(/\.json$/, '.operators'), `${name}.private.jwk.json`);

function signingAs({
  name,
  keyFile,
}: {
  readonly name: string;
  readonly keyFile: string;
}): Pick<OperatorFile, 'operatorKey' | 'operatorName'> {
  const operatorKey = readJson<OperatorFile['operatorKey']>(keyFile);
  if (!operatorKey) throw new Error(`--as ${name}: there is no key ${keyFile}; name the file with --operator-key.`);
  return { operatorKey, operatorName: name };
}

/** Whether the bank that a command line is about is a sandbox; one that is not known yet is taken for one. */
export function isSandbox(argv: readonly string[]): boolean {
  const command = withBankOptions(new Command()).helpOption(false).allowUnknownOption().allowExcessArguments().parse(argv);
  try {
    return readJson<OperatorFile>(new BankConnection(command).file)?.sandbox ?? true;
  } catch {
    // What is wrong with the options is told when the command itself reads them.
    return true;
  }
}

/** One line of JSON on standard output. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
