import type { ServiceTables } from '@open-banking/feed';
import type { LoadedService } from '@open-banking/spec';
import { tables as aisPis } from '@open-banking/ais-pis/tables';
import { tables as cards } from '@open-banking/cards/tables';
import { tables as loanServices } from '@open-banking/loan-services/tables';
import { tables as savingsLoans } from '@open-banking/savings-loans/tables';
import { tables as securities } from '@open-banking/securities/tables';

/** The load format and the proofs of each service, as its own `tables.ts` describes them. */
export const serviceTables: Readonly<Record<LoadedService, ServiceTables>> = {
  'ais-pis': aisPis,
  'savings-loans': savingsLoans,
  securities,
  cards,
  'loan-services': loanServices,
};
