import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addClient, grantConsent, startBank, ThirdParty, type Bank } from '@open-banking/sandbox';
import type { Customer } from '@open-banking/installation/customers-file';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import type { ConsentedCustomer } from './targets.js';
import { writtenTexts } from './written-texts.js';

const many = { second: 100_000, minute: 6_000_000, day: 1_000_000_000 };
/**
 * Rate limits are counted and reported as usual, but are high enough to admit every request. None is beyond 2^31, as none of a bank is:
 * what remains of such a number is no small integer to V8, and its text takes longer.
 */
export const plan = { classes: { read: many, hotRead: many, write: many, loanServices: many } };
/** At least one in four demo customers has a card and no account that two owners must approve. */
const customersForOne = 4;
const consentsOfOneClient = 10;
const composeFile = new URL('../../docker-compose.yml', import.meta.url);
/** The options of Node.js that services have in containers. With others the benchmark would measure what no bank runs. */
export function nodeFlagsOfContainers(): string[] {
  const composed = readFileSync(composeFile, 'utf8');
  const [, options] = /^ +NODE_OPTIONS: (.+)$/m.exec(composed)!;
  const [, entrypoint] = /^ +entrypoint: \[node, (--.+)\]$/m.exec(composed)!;
  return [...options!.split(' '), ...entrypoint!.split(', ')];
}

export interface MeasuredBank {
  readonly bank: Bank;
  readonly consents: readonly ConsentedCustomer[];
  close(): Promise<void>;
}

/** A bank in a temporary folder. */
export interface TemporaryBank {
  readonly folder: string;
  readonly bank: Bank;
  /** Stops the bank and removes the folder. */
  close(): Promise<void>;
}

type BankOptions = Parameters<typeof startBank>[0];

/** Starts a bank in a temporary folder, its services as in containers; unless others are given, its limits admit every request. */
export async function temporaryBank(
  options: Pick<BankOptions, 'demoBank' | 'services' | 'settings' | 'postgresFlags' | 'nodeFlags' | 'trustedProxies' | 'log'>,
  limits: object = plan,
): Promise<TemporaryBank> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-bench-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bank'));
  const planFile = join(folder, 'plan.json');
  writeFileSync(planFile, JSON.stringify(limits));
  const bank = await startBank({
    nodeFlags: nodeFlagsOfContainers(),
    ...options,
    dataDir: join(folder, 'bank'),
    port: 0,
    operatorFile: join(folder, 'operator.json'),
    settings: { ...options.settings, PLAN_FILE: planFile },
  });
  const close = async (): Promise<void> => {
    await bank.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, bank, close };
}

/** The demo bank, with consents of a few clients that customers have approved. */
export async function openBank(
  wanted: number,
  settings: NodeJS.ProcessEnv,
  log: (line: string) => void,
  besides: readonly 'portal'[] = [],
): Promise<MeasuredBank> {
  const demoBank = { customers: customersForOne * wanted, seed: 'bench' };
  const { bank, close } = await temporaryBank({ demoBank, services: ['ais-pis', 'cards', ...besides], settings, log });
  try {
    const consents = await approveConsents(JSON.parse(readFileSync(bank.operatorFile, 'utf8')) as OperatorFile, wanted);
    await writtenTexts(bank);
    return { bank, consents, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Registers a few clients at a bank and has its customers approve consents of theirs. */
export async function approveConsents(operator: OperatorFile, wanted: number): Promise<ConsentedCustomer[]> {
  const all = JSON.parse(readFileSync(operator.customersFile!, 'utf8')) as Customer[];
  // If two owners must approve, one approval does not yield a token.
  const alone = all
    .filter(({ accounts }) => accounts.some(({ kind }) => kind === 'card') && accounts.every(({ approval }) => approval === 'any'))
    .slice(0, wanted);
  if (alone.length < wanted) throw new Error(`Only ${alone.length} demo customers can approve alone: request fewer consents.`);
  const consents: ConsentedCustomer[] = [];
  let party: ThirdParty | undefined;
  for (const [at, customer] of alone.entries()) {
    if (at % consentsOfOneClient === 0) {
      const client = await addClient(operator, { name: `Bench ${at}`, roles: ['PSP_AI'], redirectUri: 'http://127.0.0.1/back' });
      party = new ThirdParty(operator.baseUrl, client, process.platform === 'linux' ? `127.0.1.${1 + at}` : undefined);
    }
    consents.push(await approvedBy(party!, customer, at % 2 === 1));
  }
  return consents;
}

/** Every other consent names its resources, as chosen on the page; the rest cover everything. */
async function approvedBy(party: ThirdParty, { psuId, login, password, accounts }: Customer, named: boolean): Promise<ConsentedCustomer> {
  const access = named ? { accounts: [], balances: [], transactions: [] } : { allPsd2: 'allAccounts' };
  const { consentId, token } = await grantConsent(party, { login, password, leaveOut: true }, { access });
  return { psuId, consentId, token, named, resources: accounts };
}
