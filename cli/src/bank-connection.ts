import { withdrawCustomer, type Customer } from '@open-banking/installation/customers-file';
import { join } from 'node:path';
import { Command } from 'commander';
import { readJson } from '@open-banking/installation/data-folder';
import { trustAuthorityOf } from '@open-banking/operator-client';
import { operatorFileOf, type OperatorFile } from '@open-banking/installation/operator-file';
import type { OwnClient } from '@open-banking/installation/own-client';

/** The base URL that `npm start` would use in the same shell. */
const defaultBaseUrl = process.env['BASE_URL'] || `http://127.0.0.1:${process.env['PORT'] || 8080}`;

/** Adds the options that every command accepts, before or after its name. */
export const withBankOptions = (command: Command): Command =>
  command
    .option('--base-url <url>', `Base URL of the bank (default: ${defaultBaseUrl})`)
    .option('--operator-file <file>', 'Operator file of the bank (default: ~/.openbank/<port of the base URL>.json)')
    .option('--as <operator>', "Acts as this named operator (openbank operator add) (default: the installation's own operator)")
    .option('--operator-key <file>', "That operator's key file (default: the file written by openbank operator add)");

/** A command's connection to its bank: the base URL and this machine's operator file. */
export class BankConnection {
  readonly baseUrl: string;
  readonly file: string;
  /** Whether the command line names the operator file. */
  readonly isFileNamed: boolean;
  /** The named operator to act as, with the key file. Undefined: the installation's own operator. */
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
    const named = option('operatorFile');
    this.isFileNamed = named !== undefined;
    this.file = named ?? operatorFileOf(this.baseUrl);
    const name = option('as');
    this.actor = name === undefined ? undefined : { name, keyFile: option('operatorKey') ?? operatorKeyFile(this.file, name) };
  }

  get content(): OperatorFile {
    const found = readJson<OperatorFile>(this.file);
    if (!found)
      throw new Error(
        `The operator file ${this.file} does not exist: start the bank on this machine (npm start), or pass --operator-file.`,
      );
    trustAuthorityOf(found);
    return this.actor ? { ...found, ...signingAs(this.actor) } : found;
  }

  /** The operator file's content. Throws if the bank is not running. */
  get running(): Required<Pick<OperatorFile, 'internal' | 'databases'>> & OperatorFile {
    const { internal, databases, ...rest } = this.content;
    if (!internal || !databases) throw new Error(`The bank at ${this.baseUrl} is not running: start it with npm start.`);
    return { ...rest, internal, databases };
  }

  client(clientId: string): OwnClient {
    const found = this.content.clients.find((client) => client.clientId === clientId);
    if (!found)
      throw new Error(
        `The client ${clientId} was not added from this machine, so its secret is not known here. Add one with npx openbank client add.`,
      );
    return found;
  }

  get customers(): readonly Customer[] {
    const { customersFile } = this.content;
    const found = customersFile === undefined ? undefined : readJson<readonly Customer[]>(customersFile);
    if (!found) throw new Error('This bank has no demo customers.');
    return found;
  }

  /** Takes an erased customer out of the list of demo customers. Returns the file; undefined where none lists them. */
  withdraw(psuId: string): string | undefined {
    const { customersFile } = this.content;
    return customersFile !== undefined && withdrawCustomer(customersFile, psuId) ? customersFile : undefined;
  }

  /** The demo customer with this login, or the first one if no login is given. */
  customer(login: string | undefined): Customer {
    const all = this.customers;
    const found = login === undefined ? all[0] : all.find((customer) => customer.login === login);
    if (!found) throw new Error(`The demo customer ${login} does not exist: npx openbank customers lists them.`);
    return found;
  }
}

/** The key file of a named operator: next to the operator file, readable by its owner only. */
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
  if (!operatorKey)
    throw new Error(`--as ${name}: the key file ${keyFile} does not exist: openbank operator add --name ${name}, or pass --operator-key.`);
  return { operatorKey, operatorName: name };
}

/** Whether the bank addressed by a command line is a sandbox. A bank without an operator file counts as one. */
export function isSandbox(argv: readonly string[]): boolean {
  const command = withBankOptions(new Command()).helpOption(false).allowUnknownOption().allowExcessArguments().parse(argv);
  try {
    return readJson<OperatorFile>(new BankConnection(command).file)?.sandbox ?? true;
  } catch {
    // Invalid options are reported when the command itself reads them.
    return true;
  }
}

/** Prints one line of JSON to standard output. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};
/** A JSON array with one element a line, for lists that people look through. */
export const printJsonRows = (rows: readonly unknown[]): void => {
  process.stdout.write(rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
};
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
