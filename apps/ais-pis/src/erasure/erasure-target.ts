import type { AuditService } from '@open-banking/commands';
import { erasing, type BankClock, type Database, type ErasedCustomer, type Erasing } from '@open-banking/database';
import { authorizationErasings, hashed } from '@open-banking/issuer';
import type { ErasureTarget } from '@open-banking/service';
import { mayBecome, statusAt } from '../consents/consent.js';
import type { ConsentStateMachine } from '../consents/consent-state-machine.service.js';
import { lockedConsent } from '../consents/locked-consent.js';
import { eraseLeaves } from '../receipts/receipts.statements.js';
import { ErasedAccounts } from './erased-accounts.js';
import { nextDue, noteAccounts } from './erased-accounts.statements.js';
import {
  consentsWithProposals,
  endSessions,
  eraseAccess,
  eraseLogin,
  eraseName,
  eraseReferences,
  forgetAlertChoice,
  forgetAttempts,
  holds,
  livingConsents,
  obstacles,
  subjectsAfter,
} from './erased-customer.statements.js';
import { eraseProposals } from './erased-orders.statements.js';

interface Parts {
  readonly clock: BankClock;
  readonly audit: AuditService;
  readonly consents: ConsentStateMachine;
  readonly legalMonths: number;
}

/**
 * What ais-pis erases of a customer, in this order: first they cannot sign in any more and their consents end; then what is found by their
 * id; then their accounts, each with its entries and orders first; their name last, as shared accounts are searched for it.
 */
export function accountsAndPayments({ clock, audit, consents, legalMonths }: Parts): ErasureTarget {
  const accounts = new ErasedAccounts(clock, legalMonths);
  const endConsents = (database: Database, customer: ErasedCustomer) => endedConsents({ clock, audit, consents }, database, customer);
  return {
    obstacles: (queries, psuId) => queries.rows(obstacles, psuId),
    holds: async (queries, psuId) => (await queries.row(holds, psuId))!,
    erasings: [
      { table: 'psu', batch: erasedLogin },
      erasing('customer_session', endSessions),
      erasing('customer_alert_choice', forgetAlertChoice),
      { table: 'consent', batch: endConsents },
      ...authorizationErasings,
      { table: 'operator_proposal', batch: erasedProposals },
      erasing('consent', eraseAccess),
      erasing('consent_grant', eraseReferences),
      erasing('receipt_leaf', eraseLeaves),
      { table: 'erased_account', batch: async (database, { psuId, today }) => (await database.rows(noteAccounts, psuId, today)).length },
      { table: 'entry', batch: (database, customer) => accounts.entries(database, customer) },
      { table: 'payment', batch: (database, customer) => accounts.orders(database, customer) },
      { table: 'account', batch: (database, customer) => accounts.account(database, customer) },
      erasing('psu', eraseName),
    ] satisfies Erasing[],
    subjects: async (queries, psuId, after) => (await queries.rows(subjectsAfter, psuId, after)).map(({ id }) => id),
    keptUntil: async (queries, { psuId }) => (await queries.row(nextDue, psuId))?.dueOn ?? null,
  };
}

const erasedLogin: Erasing['batch'] = (database, { psuId }) =>
  database.transaction(async (tx) => {
    const erased = await tx.row(eraseLogin, psuId);
    if (!erased) return 0;
    await tx.rows(forgetAttempts, hashed(erased.login));
    return 1;
  });

const erasedProposals: Erasing['batch'] = async (database, { psuId }) => {
  const consentIds = (await database.rows(consentsWithProposals, psuId)).map(({ consentId }) => consentId);
  if (consentIds.length > 0) await database.rows(eraseProposals, consentIds);
  return consentIds.length;
};

/** Ends consents as the customer would at `/customer`, each in a transaction of its own. Returns how many; those that time has ended are left to it. */
async function endedConsents(
  { clock, audit, consents }: Omit<Parts, 'legalMonths'>,
  database: Database,
  { psuId }: ErasedCustomer,
): Promise<number> {
  let ended = 0;
  for (const { consentId, clientId } of await database.rows(livingConsents, psuId)) {
    await database.transaction(async (tx) => {
      const consent = await lockedConsent(tx, consentId, clientId);
      const from = consent && statusAt(consent, clock.now(), clock.today());
      const to = from === 'valid' ? 'revokedByPsu' : 'rejected';
      if (!from || !mayBecome(from, to)) return;
      await consents.end(tx, consentId, to);
      await audit.record(tx, { operation: 'endAccess', clientId, psuId, subject: consentId });
      ended += 1;
    });
  }
  return ended;
}
