import type { Transaction } from '@open-banking/database';
import type { AccountReference } from '@open-banking/messages';
import { isBlockedBy, lettersOf, accountNumbers } from './comparable-creditor.js';
import { blockedAmong } from './payment-bounds.statements.js';

/** Who receives money by a payment or a direct debit. */
export interface Receiver {
  readonly creditorAccount: AccountReference;
  readonly creditorName: string;
  readonly ultimateCreditor?: string | undefined;
}

/**
 * Looks up which of these receivers are blocked, by any number of their account, their name or the ultimate creditor's. The result gives the
 * reason of the entry (ISO 20022) for one of them; undefined: it is not blocked.
 */
export async function blockedAmongReceivers(
  tx: Transaction,
  receivers: readonly Receiver[],
): Promise<(receiver: Receiver) => string | undefined> {
  const [accounts, letters] = [receivers.flatMap(creditorAccounts), receivers.flatMap(creditorNames).map(lettersOf)];
  const found = receivers.length === 0 ? [] : await tx.rows(blockedAmong, accounts, letters);
  return (receiver) =>
    found.find(({ account, name }) =>
      account === null ? creditorNames(receiver).some((one) => isBlockedBy(name!, one)) : creditorAccounts(receiver).includes(account),
    )?.reason;
}

const creditorAccounts = ({ creditorAccount: { iban, bban, other } }: Receiver): string[] =>
  [iban, bban, other?.identification].flatMap((one) => (one === undefined ? [] : accountNumbers(one)));
const creditorNames = ({ creditorName, ultimateCreditor }: Receiver): string[] =>
  [creditorName, ultimateCreditor].filter((one) => one !== undefined);
