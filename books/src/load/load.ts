import { loadFile, type LoadOptions } from '@open-banking/database';
import type { LoadedService } from '@open-banking/spec';
import { serviceBooks } from '../service-books.js';
import { refuseDisagreement } from './load-agreement.js';

/**
 * Loads one service's file into its database by the owner's role, all of it or nothing. With the file in it, the database
 * must pass the proofs of `openbank ledger check`; `generated` files are made so, and are not asked. Returns how many lines.
 */
export const load = (
  service: LoadedService,
  file: string,
  databaseUrl: string,
  { generated, ...options }: Omit<LoadOptions, 'beforeCommit'> & { readonly generated?: true } = {},
): Promise<number> =>
  loadFile(file, serviceBooks[service].loadFormat, databaseUrl, {
    ...options,
    ...(!generated && { beforeCommit: (client) => refuseDisagreement(service, file, client) }),
  });
