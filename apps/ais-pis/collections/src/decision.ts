import { Money, Refusal } from '@open-banking/messages';
import type { CollectionToBook, Decision } from './collections.messages.js';
import type { CollectionRow } from './collections.statements.js';

/** The earlier decision. Throws if a different collection has the same id. */
export function earlierDecision(
  { accountId, currency, amount, postingId, bookedOn, reason }: CollectionRow,
  request: CollectionToBook,
): Decision {
  if (accountId !== request.accountId || !Money.of(currency, amount).equals(Money.parse(request.amount)))
    throw new Refusal('STATUS_INVALID', { accountId });
  return postingId !== null ? { state: 'booked', bookedOn: bookedOn! } : { state: 'returned', reason: reason! };
}
