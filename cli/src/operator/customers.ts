import { Command } from 'commander';
import type { CustomerResource } from '@open-banking/installation/customers-file';
import { findCustomers, listErasures } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson, printJsonRows } from '../bank-connection.js';

interface Options {
  readonly iban?: string;
  readonly login?: string;
  readonly json?: true;
}

const referenceText = ({ reference }: CustomerResource): string => Object.values(reference)[0] ?? '';

export const customers = withBankOptions(new Command('customers'))
  .description('Lists the demo customers and their accounts; with --iban or --login, finds the ids of customers of any bank')
  .option('--iban <iban>', 'Finds who owns this account')
  .option('--login <login>', 'Finds who signs in with this name')
  .option('--json')
  .action(async ({ iban, login, json }: Options, command: Command) => {
    const bank = new BankConnection(command);
    if (iban !== undefined && login !== undefined) throw new Error('Name --iban or --login, not both.');
    const number = iban?.replaceAll(' ', '');
    if (number !== undefined)
      return found(await findCustomers(bank.running, { iban: number }), `has an account with the IBAN ${number}`, json);
    if (login !== undefined) return found(await findCustomers(bank.running, { login }), `signs in as ${login}`, json);
    list(await withoutErased(bank), json);
  });

function found(customers: Awaited<ReturnType<typeof findCustomers>>, sought: string, json?: true): void {
  if (json) return printJson(customers);
  if (customers.length === 0) throw new Error(`No customer of this bank ${sought}.`);
  for (const { psuId, initials } of customers) print(`${psuId}  ${initials}`);
}

/** Those who can sign in: who was erased by another command than `openbank erase` on this machine is still in the file. */
async function withoutErased(bank: BankConnection): Promise<BankConnection['customers']> {
  const all = bank.customers;
  if (!bank.content.internal) return all;
  try {
    const erased = new Set((await listErasures(bank.running)).map(({ psuId }) => psuId));
    return all.filter(({ psuId }) => !erased.has(psuId));
  } catch (error) {
    process.stderr.write(`The bank was not asked who is erased: ${error instanceof Error ? error.message : String(error)}\n`);
    return all;
  }
}

function list(all: BankConnection['customers'], json?: true): void {
  if (json) return printJsonRows(all.map(({ login, password, name, accounts }) => ({ login, password, name, accounts })));
  if (all.length === 0) print('There are no demo customers.');
  for (const { login, password, name, accounts } of all) {
    print(`${login}  password ${password}  ${name}`);
    for (const account of accounts)
      print(
        `  ${account.kind.padEnd(10)} ${account.currency}  ${referenceText(account)}${account.approval === 'both' ? '  (both owners must approve)' : ''}`,
      );
  }
}
