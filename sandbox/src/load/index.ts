import { loadFile, type LoadFormat, type LoadOptions } from '@open-banking/database';
import type { LoadedService } from '../demo-bank/load-files.js';
import { refuseDisagreement } from './agreement.js';
import { aisPis } from './ais-pis.js';
import { cards } from './cards.js';
import { loanServices } from './loan-services.js';
import { savingsLoans } from './savings-loans.js';
import { securities } from './securities.js';

/** How the load file of each service looks; docs/load-formats.md is written from it. */
export const loadFormats: Readonly<Record<LoadedService, LoadFormat>> = {
  'ais-pis': aisPis,
  'savings-loans': savingsLoans,
  securities,
  cards,
  'loan-services': loanServices,
};

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
  loadFile(file, loadFormats[service], databaseUrl, {
    ...options,
    ...(!generated && { beforeCommit: (client) => refuseDisagreement(service, file, client) }),
  });
