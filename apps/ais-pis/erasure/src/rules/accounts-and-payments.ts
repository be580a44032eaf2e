import { erasing, keptFrom, type ErasedCustomer, type Erasing, type ErasureTarget } from '@open-banking/erasure';
import type { BankClock, Database, Queries } from '@open-banking/database';
import { authorizationErasings, idHash } from '@open-banking/issuer';
import type { ConsentEndingsService } from '@open-banking/ais-pis-consents';
import { leaves } from '@open-banking/ais-pis-receipts';
import { ErasedAccounts } from './erased-accounts.js';
import { countName, nextDue, noteAccounts } from './erased-accounts.statements.js';
import {
  access,
  alertChoice,
  consentsWithProposals,
  eraseName,
  forgetAttempts,
  livingConsents,
  obstacles,
  references,
  sessions,
  signIn,
  subjectsAfter,
} from './erased-customer.statements.js';
import { eraseProposals } from './erased-orders.statements.js';

interface Parts {
  readonly clock: BankClock;
  readonly consents: ConsentEndingsService;
  readonly legalMonths: number;
}

/**
 * What ais-pis erases of a customer, in this order: first they cannot sign in any more and their consents end; then what is found by their
 * id; then their accounts, each with its entries and orders first; their name last, as shared accounts are searched for it.
 */
export function accountsAndPayments({ clock, consents, legalMonths }: Parts): ErasureTarget {
  return {
    obstacles: (queries, psuId) => queries.rows(obstacles, psuId),
    erasings: [
      { ...erasing('psu (sign-in)', signIn), batch: erasedLogin },
      erasing('customer_session', sessions),
      erasing('customer_alert_choice', alertChoice),
      {
        what: 'consent (ended)',
        batch: (database, customer) => endedConsents(consents, database, customer),
        count: (queries, customer) => consentsToEnd(consents, queries, customer),
      },
      ...authorizationErasings,
      { ...erasing('operator_proposal', consentsWithProposals), batch: erasedProposals },
      erasing('consent', access),
      erasing('consent_grant', references),
      erasing('receipt_leaf', leaves),
      { what: 'erased_account', batch: async (database, { psuId, today }) => (await database.rows(noteAccounts, psuId, today)).length },
      ...new ErasedAccounts(clock, legalMonths).erasings(),
      {
        what: 'psu (name)',
        batch: async (database, { psuId }) => (await database.rows(eraseName, psuId)).length,
        count: async (queries, { psuId, today }) => (await queries.row(countName, psuId, today, keptFrom(today, legalMonths)))!.rows,
      },
    ] satisfies Erasing[],
    subjects: async (queries, psuId, after) => (await queries.rows(subjectsAfter, psuId, after)).map(({ id }) => id),
    keptUntil: async (queries, { psuId }) => (await queries.row(nextDue, psuId))?.dueOn ?? null,
  };
}

const erasedLogin: Erasing['batch'] = (database, { psuId }) =>
  database.transaction(async (tx) => {
    const erased = await tx.row(signIn.erase, psuId);
    if (!erased) return 0;
    await tx.rows(forgetAttempts, idHash(erased.login));
    return 1;
  });

const erasedProposals: Erasing['batch'] = async (database, { psuId }) => {
  const consentIds = (await database.rows(consentsWithProposals.erase, psuId)).map(({ consentId }) => consentId);
  if (consentIds.length > 0) await database.rows(eraseProposals, consentIds);
  return consentIds.length;
};

/** Ends consents as the customer would at `/customer`, each in a transaction of its own. Returns how many. */
async function endedConsents(consents: ConsentEndingsService, database: Database, { psuId }: ErasedCustomer): Promise<number> {
  let count = 0;
  for (const { consentId, clientId } of await database.rows(livingConsents, psuId)) {
    const outcome = await database.transaction((tx) =>
      consents.end(tx, { id: consentId, by: { clientId, psuId }, reason: 'customerErased' }),
    );
    if (outcome?.ended) count += 1;
  }
  return count;
}

/** How many consents `endedConsents` would end. */
async function consentsToEnd(consents: ConsentEndingsService, queries: Queries, { psuId }: ErasedCustomer): Promise<number> {
  return (await queries.rows(livingConsents, psuId)).filter((consent) => consents.canEnd(consent)).length;
}
