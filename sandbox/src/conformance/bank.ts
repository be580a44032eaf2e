import { startBank, type Bank } from '../bank/bank.js';
import { readJson } from '../bank/data-folder.js';
import { addOwnClient, type OperatorFile, type OwnClient } from '../bank/operator-file.js';
import { trustAuthorityOf } from '../ca/trust.js';
import { addClient, type NewClient } from '../third-party/add-client.js';
import { createConsent } from '../third-party/consented.js';
import { ThirdParty } from '../third-party/third-party.js';
import { customersFile } from '../bank/demo-data.js';
import type { Customer } from '../demo-bank/bank.js';
import { startBankingHeaders } from './banking-headers.js';

export interface ConformanceOptions {
  readonly dataDir: string;
  readonly operatorFile?: string;
  /** Of the one TLS address that the suite sees; its own server has 8443. 0: any free one. */
  readonly tlsPort: number;
  readonly auth: NonNullable<NewClient['auth']>;
  readonly bind: NonNullable<NewClient['tokenBinding']>;
  /** Where the suite takes its customers back, such as `https://localhost.emobix.co.uk:8443/test/a/bank/callback`. */
  readonly callback: string;
  readonly postgresFlags?: readonly string[];
  readonly say?: (line: string) => void;
}

export interface ConformanceBank {
  readonly bank: Bank;
  readonly customer: Customer;
  /** The configuration of the suite's plan, to paste. Holds private keys of clients that exist in this sandbox alone. */
  readonly plan: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/**
 * A bank in profile `fapi2` under one TLS address, with the two clients of the conformance suite, a consent for each (its
 * scope is fixed, and a scope here names a consent) and the headers added that the suite does not send.
 */
export async function openConformanceBank({
  dataDir,
  operatorFile,
  tlsPort,
  auth,
  bind,
  callback,
  postgresFlags,
  say,
}: ConformanceOptions): Promise<ConformanceBank> {
  const ends: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
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
      say,
      inFrontOf: async (service, origin) => {
        if (service !== 'ais-pis') return origin;
        const headers = await startBankingHeaders(origin);
        ends.push(() => headers.close());
        return headers.origin;
      },
    });
    ends.push(() => bank.stop());
    const operator = readJson<OperatorFile>(bank.operatorFile)!;
    trustAuthorityOf(operator);
    const [customer] = readJson<readonly Customer[]>(customersFile(bank.folder.demoBank))!;
    const clients: OwnClient[] = [];
    // The second comes back with a query: the suite compares redirect URIs to the letter.
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
    return { bank, customer: customer!, plan: await planOf(bank, clients, customer!), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function planOf({ baseUrl }: Bank, clients: readonly OwnClient[], { accounts }: Customer): Promise<Record<string, unknown>> {
  const [{ reference } = { reference: {} }] = accounts.filter(({ kind }) => kind === 'account');
  const shown = await Promise.all(
    clients.map(async (client) => ({
      client_id: client.clientId,
      scope: `AIS:${await createConsent(new ThirdParty(baseUrl, client), { access: { balances: [reference] } })}`,
      ...(client.privateKey && { jwks: { keys: [client.privateKey] } }),
    })),
  );
  const certificates = clients.map(({ tls }) => tls && { cert: tls.certificate, key: tls.privateKey, ca: tls.ca });
  return {
    server: { discoveryUrl: `${baseUrl}/.well-known/oauth-authorization-server/v1.7/oauth/consents` },
    client: shown[0],
    client2: shown[1],
    ...(certificates[0] && { mtls: certificates[0], mtls2: certificates[1] }),
    resource: { resourceUrl: `${baseUrl}/v1.7/accounts` },
  };
}
