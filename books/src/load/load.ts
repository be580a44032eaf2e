import { loadFile, type LoadFormat, type LoadOptions } from '@open-banking/database';
import type { LoadedService } from '@open-banking/spec';
import { refuseDisagreement } from './load-agreement.js';
import { aisPis } from '@open-banking/ais-pis/load-format';
import { cards } from '@open-banking/cards/load-format';
import { loanServices } from '@open-banking/loan-services/load-format';
import { savingsLoans } from '@open-banking/savings-loans/load-format';
import { securities } from '@open-banking/securities/load-format';

/** The load format of each service, from which docs/load-formats.md is generated. */
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
