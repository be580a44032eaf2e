import type { Bank } from '@open-banking/sandbox/bank';
import { customersFile } from '@open-banking/installation/customers-file';
import type { Profile } from '@open-banking/config';
import type { Service } from '@open-banking/spec';

/** What a worker knows about the bank. */
export interface BankFacts {
  readonly baseUrl: string;
  readonly tlsBaseUrl: string;
  readonly tlsPort: number;
  readonly caFolder: string;
  readonly adminUrl: string;
  readonly ownerUrls: Readonly<Record<Service, string>>;
  readonly internal: Readonly<Record<Service, { readonly port: number; readonly internalPort: number }>>;
  readonly operatorFile: string;
  readonly customersFile: string;
  readonly keysDir: string;
  /** The process ids of the services, for tests that end one. */
  readonly pids: Readonly<Partial<Record<Service, number>>>;
}

/** A bank for one test file: its services and their additional settings. */
export interface OwnBankOptions {
  readonly name: string;
  readonly profile: Profile;
  readonly services: readonly Service[];
  readonly settings: Readonly<Record<string, string>>;
  /** The services that have a process of their own, for the test to kill. The process of the run hosts the others. */
  readonly processes?: readonly Service[];
  /** Whether it is on the PostgreSQL of the run. */
  readonly sharesServer?: boolean;
}

/** `adminUrl` is of the server on which the bank's databases are. */
export const bankFacts = (
  { baseUrl, tlsBaseUrl, tlsPort, ownerUrls, services: internal, operatorFile, pids, folder }: Bank,
  adminUrl: string,
): BankFacts => ({
  baseUrl,
  tlsBaseUrl: tlsBaseUrl!,
  tlsPort: tlsPort!,
  caFolder: folder.ca,
  keysDir: folder.keys,
  adminUrl,
  pids,
  ownerUrls,
  internal,
  operatorFile,
  customersFile: customersFile(folder.demoBank),
});
