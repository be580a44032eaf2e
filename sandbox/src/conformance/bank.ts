import { startBank, type Bank } from '../bank/bank.js';
import { readJson } from '../data-folder/data-folder.js';
import { addOwnClient, type OperatorFile } from '../operator-file/operator-file.js';
import { type OwnClient } from '../operator-file/own-client.js';
import { trustAuthorityOf } from '../ca/trust.js';
import { addClient, type NewClient } from '../third-party/add-client.js';
import { createConsent } from '../third-party/consented.js';
import { ThirdParty } from '../third-party/third-party.js';
import { customersFile } from '../bank/demo-data.js';
import type { Customer } from '../demo-bank/bank.js';
import { issuerRows } from '@open-banking/spec';

export interface ConformanceOptions {
  readonly dataDir: string;
  readonly operatorFile?: string;
  /** Port of the bank's only address, which uses TLS; the suite's own server uses 8443. 0 takes any free port. */
  readonly tlsPort: number;
  readonly auth: NonNullable<NewClient['auth']>;
  readonly bind: NonNullable<NewClient['tokenBinding']>;
  /** The suite's redirect URI, such as `https://localhost.emobix.co.uk:8443/test/a/bank/callback`. */
  readonly callback: string;
  readonly postgresFlags?: readonly string[];
  readonly log?: (line: string) => void;
}

export interface ConformanceBank {
  readonly bank: Bank;
  readonly customer: Customer;
  /** The configuration to paste into the suite's plan. Contains private keys of clients that exist only in this sandbox. */
  readonly plan: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/**
 * Opens a bank in profile `fapi2` at one TLS address for the conformance suite: with its two clients, and one consent for each
 * (the suite's scope is fixed, and a scope here names a consent). The resource is the one that asks for a token only, which is all the suite sends.
 */
export async function openConformanceBank(options: ConformanceOptions): Promise<ConformanceBank> {
  const cleanups: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of cleanups.splice(0).reverse()) await end();
  };
  try {
    const bank = await startTlsBank(options, cleanups);
    const [customer] = readJson<readonly Customer[]>(customersFile(bank.folder.demoBank))!;
    const clients = await addSuiteClients(bank, options);
    return { bank, customer: customer!, plan: await planOf(bank, clients, customer!), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startTlsBank(
  { dataDir, operatorFile, tlsPort, postgresFlags, log }: ConformanceOptions,
  cleanups: (() => Promise<void>)[],
): Promise<Bank> {
  const bank = await startBank({
    dataDir,
    operatorFile,
    port: 0,
    tlsPort,
    baseUrl: `https://localhost:${tlsPort}`,
    profile: 'fapi2',
    services: ['ais-pis'],
    demoBank: { customers: 4, seed: 'conformance' },
    postgresFlags,
    log,
  });
  cleanups.push(() => bank.stop());
  return bank;
}

async function addSuiteClients(bank: Bank, { auth, bind, callback }: ConformanceOptions): Promise<OwnClient[]> {
  const operator = readJson<OperatorFile>(bank.operatorFile)!;
  trustAuthorityOf(operator);
  const clients: OwnClient[] = [];
  // The second client's redirect URI has a query: the suite compares redirect URIs exactly.
  for (const redirectUri of [callback, `${callback}?dummy1=lorem&dummy2=ipsum`]) {
    const client = await addClient(operator, {
      name: `Conformance suite ${clients.length + 1}`,
      roles: ['PSP_AI'],
      redirectUri,
      auth,
      tokenBinding: bind,
    });
    addOwnClient(bank.operatorFile, client);
    clients.push(client);
  }
  return clients;
}

async function planOf({ baseUrl }: Bank, clients: readonly OwnClient[], { accounts }: Customer): Promise<Record<string, unknown>> {
  const [{ reference } = { reference: {} }] = accounts.filter(({ kind }) => kind === 'account');
  const suiteClients = await Promise.all(
    clients.map(async (client) => ({
      client_id: client.clientId,
      scope: `AIS:${await createConsent(new ThirdParty(baseUrl, client), { access: { balances: [reference] } })}`,
      ...(client.privateKey && { jwks: { keys: [client.privateKey] } }),
    })),
  );
  const certificates = clients.map(({ tls }) => tls && { cert: tls.certificate, key: tls.privateKey, ca: tls.ca });
  return {
    server: { discoveryUrl: `${baseUrl}/.well-known/oauth-authorization-server/v1.7/oauth/consents` },
    client: suiteClients[0],
    client2: suiteClients[1],
    ...(certificates[0] && { mtls: certificates[0], mtls2: certificates[1] }),
    resource: { resourceUrl: `${baseUrl}${issuerRows('consents').readTokenStatus.path}?return=representation` },
  };
}
