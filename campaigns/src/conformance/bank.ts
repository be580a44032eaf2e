import { startBank, type Bank } from '@open-banking/sandbox/bank';
import { readJson } from '@open-banking/installation/data-folder';
import { addOwnClient, type OperatorFile } from '@open-banking/installation/operator-file';
import type { OwnClient } from '@open-banking/installation/own-client';
import { trustAuthorityOf, type NewClient } from '@open-banking/operator-client';
import { addClient, createCredential, ThirdParty } from '@open-banking/sandbox/third-party';
import { customersFile, type Customer } from '@open-banking/installation/customers-file';
import { issuerHomes, issuerRows } from '@open-banking/spec';
import { approved, openedThenApproved, refused, shownAnError } from './scripted-browser.js';
import { createSuiteScope, suiteRole, type TestedIssuer } from './suite-scope.js';

export interface ConformanceOptions {
  readonly dataDir: string;
  readonly operatorFile?: string;
  /** Port of the bank's only address, which uses TLS; the suite's own server uses 8443. 0 takes any free port. */
  readonly tlsPort: number;
  readonly profile: 'fapi2' | 'fapi2-message-signing';
  readonly issuer: TestedIssuer;
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
 * Opens a bank of a FAPI 2.0 profile at one TLS address for the conformance suite: with its two clients, and one consent, payment or
 * mandate for each (the suite's scope is fixed, and a scope here names one of these). The resource asks for a token only, which is all the
 * suite sends.
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
    return { bank, customer: customer!, plan: await planOf(bank, clients, customer!, options), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startTlsBank(
  { dataDir, operatorFile, tlsPort, profile, issuer, postgresFlags, log }: ConformanceOptions,
  cleanups: (() => Promise<void>)[],
): Promise<Bank> {
  const bank = await startBank({
    dataDir,
    operatorFile,
    port: 0,
    tlsPort,
    baseUrl: `https://localhost:${tlsPort}`,
    profile,
    // Clients and customers are those of ais-pis, whichever service the issuer is in.
    services: [...new Set(['ais-pis', issuerHomes[issuer].service] as const)],
    demoBank: { customers: 4, seed: 'conformance' },
    postgresFlags,
    log,
  });
  cleanups.push(() => bank.stop());
  return bank;
}

interface SuiteClient {
  readonly own: OwnClient;
  /** The suite stops after its first module where a client has none. The bank knows only those of clients that authenticate with them. */
  readonly key: NonNullable<OwnClient['privateKey']>;
}

async function addSuiteClients(bank: Bank, { issuer, auth, bind, callback }: ConformanceOptions): Promise<SuiteClient[]> {
  const operator = readJson<OperatorFile>(bank.operatorFile)!;
  trustAuthorityOf(operator);
  const clients: SuiteClient[] = [];
  // The second client's redirect URI has a query: the suite compares redirect URIs exactly.
  for (const redirectUri of [callback, `${callback}?dummy1=lorem&dummy2=ipsum`]) {
    const client = await addClient(operator, {
      name: `Conformance suite ${clients.length + 1}`,
      roles: [suiteRole[issuer]],
      redirectUri,
      auth,
      tokenBinding: bind,
    });
    addOwnClient(bank.operatorFile, client);
    const { own } = await createCredential(operator, 'private_key_jwt');
    clients.push({ own: client, key: client.privateKey ?? own.privateKey! });
  }
  return clients;
}

/** A consent, payment or mandate of its own for each client, as the suite's configuration of clients. */
async function suiteClientsOf(
  { baseUrl }: Bank,
  issuer: TestedIssuer,
  clients: readonly SuiteClient[],
  { accounts }: Customer,
): Promise<Record<string, unknown>> {
  // Payments and mandates of the suite are in euros.
  const { reference } = accounts.find(({ kind, currency }) => kind === 'account' && currency === 'EUR')!;
  const [client, client2] = await Promise.all(
    clients.map(async ({ own, key }) => ({
      client_id: own.clientId,
      scope: await createSuiteScope[issuer](new ThirdParty(baseUrl, own), reference),
      jwks: { keys: [key] },
    })),
  );
  return { client, client2 };
}

/**
 * Members of the consents issuer's metadata that are the bank's own (RFC 8414 §2 allows them; docs/consents.md): the suite warns of any
 * that it does not know.
 */
const known = {
  allow_unexpected_metadata_fields: [
    'consent_max_validity_days',
    'consent_max_frequency_per_day',
    'consent_first_approval_minutes',
    'consent_second_approval_days',
  ],
};

const moduleNamed = (name: string) => `fapi2-security-profile-final-${name}`;

async function planOf(
  bank: Bank,
  clients: readonly SuiteClient[],
  customer: Customer,
  { issuer, callback }: ConformanceOptions,
): Promise<Record<string, unknown>> {
  const { baseUrl } = bank;
  const { readMetadata, readTokenStatus } = issuerRows(issuer);
  const certificates = clients.map(({ own: { tls } }) => tls && { cert: tls.certificate, key: tls.privateKey, ca: tls.ca });
  const pages = { baseUrl, callback, customer };
  return {
    // A part of the suite's addresses: `https://…/test/a/<alias>/callback`.
    alias: callback.split('/').at(-2),
    server: { discoveryUrl: baseUrl + readMetadata.path, ...(issuer === 'consents' && known) },
    ...(await suiteClientsOf(bank, issuer, clients, customer)),
    ...(certificates[0] && { mtls: certificates[0], mtls2: certificates[1] }),
    resource: { resourceUrl: `${baseUrl}${readTokenStatus.path}?return=representation` },
    browser: approved(pages),
    override: {
      // A refusal ends the consent, payment or mandate: these are for that module only.
      [moduleNamed('user-rejects-authentication')]: { ...(await suiteClientsOf(bank, issuer, clients, customer)), browser: refused(pages) },
      [moduleNamed('par-ensure-reused-request-uri-prior-to-auth-completion-succeeds')]: { browser: openedThenApproved(pages) },
      [moduleNamed('par-attempt-to-use-request_uri-for-different-client')]: { browser: shownAnError(pages) },
    },
  };
}
