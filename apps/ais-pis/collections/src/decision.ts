import type { BookingDecision, CollectionToBook } from '@open-banking/contracts';
import { Money, Refusal } from '@open-banking/messages';
import type { CollectionRow } from './collections.statements.js';

/** The earlier decision. Throws if a different collection has the same id. */
export function earlierDecision(
  { accountId, currency, amount, postingId, bookedOn, reason }: CollectionRow,
  request: CollectionToBook,
): BookingDecision {
  if (accountId !== request.accountId || !Money.of(currency, amount).equals(Money.parse(request.amount)))
    throw new Refusal('STATUS_INVALID', { accountId });
  return postingId !== null ? { state: 'booked', bookedOn: bookedOn! } : { state: 'returned', reason: reason! };
}
