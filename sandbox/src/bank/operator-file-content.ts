import { join } from 'node:path';
import { services } from '@open-banking/spec';
import { readJson, type DataFolder } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { originOf, type RunningBank } from '@open-banking/installation/addresses';
import { customersFile } from '@open-banking/installation/customers-file';

/** The operator's key, as created by `makeKeys`. */
export const operatorKeyIn = (keysDir: string): Record<string, unknown> => readJson(join(keysDir, 'operator.private.jwk.json'))!;

export const operatorFileContent = (bank: RunningBank, folder: DataFolder): Omit<OperatorFile, 'clients'> => ({
  baseUrl: bank.baseUrl,
  profile: bank.profile,
  sandbox: true,
  internal: Object.fromEntries(services.map((service) => [service, originOf(bank.services[service].internalPort)])),
  databases: bank.databases,
  ownerDatabases: bank.ownerDatabases,
  operatorKey: operatorKeyIn(folder.keys),
  customersFile: customersFile(folder.demoBank),
  caFolder: folder.ca,
});
