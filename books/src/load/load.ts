import { loadFile, RowCopy, type LoadOptions } from '@open-banking/database';
import type { LoadedService } from '@open-banking/spec';
import { serviceBooks } from '../service-books.js';
import { refuseDisagreement } from './load-agreement.js';

/**
 * Loads one service's file into its database by the owner's role, all of it or nothing. With the file in it, the database
 * must pass the proofs of `openbank ledger check`. Returns how many lines were loaded.
 */
export const load = (
  service: LoadedService,
  file: string,
  databaseUrl: string,
  options: Omit<LoadOptions, 'beforeCommit'> = {},
): Promise<number> =>
  loadFile(file, serviceBooks[service].loadFormat, databaseUrl, {
    ...options,
    beforeCommit: (client) => refuseDisagreement(service, file, client),
  });

/** Begins to copy rows that a program makes into one service's tables, by the owner's role. They are made to agree, so no proof is run on them. */
export const copyInto = (service: LoadedService, databaseUrl: string): Promise<RowCopy> =>
  RowCopy.begin(serviceBooks[service].loadFormat, databaseUrl);
