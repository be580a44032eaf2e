import type { ServiceBooks } from '@open-banking/database';
import type { LoadedService } from '@open-banking/spec';
import { books as aisPis } from '@open-banking/ais-pis/books';
import { books as cards } from '@open-banking/cards/books';
import { books as loanServices } from '@open-banking/loan-services/books';
import { books as savingsLoans } from '@open-banking/savings-loans/books';
import { books as securities } from '@open-banking/securities/books';

/** The load format and the proofs of each service, as its own `books.ts` describes them. */
export const serviceBooks: Readonly<Record<LoadedService, ServiceBooks>> = {
  'ais-pis': aisPis,
  'savings-loans': savingsLoans,
  securities,
  cards,
  'loan-services': loanServices,
};
