// Who the small bank is about: ids and facts that its files share.
import type { LoadedService } from '@open-banking/spec';

export interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}
export type SmallBank = Record<LoadedService, Line[]>;

export const [psuId, accountId, savingId, loanId, cardId, portfolioId, orderId] = [1, 2, 3, 4, 5, 6, 7].map(
  (one) => `0d5c7a10-0000-4000-8000-00000000000${one}`,
);
export const ids = {
  psuId: psuId!,
  accountId: accountId!,
  savingId: savingId!,
  loanId: loanId!,
  cardId: cardId!,
  portfolioId: portfolioId!,
};
export const holder = (resourceId: string): Line => ({ type: 'holder', psuId, resourceId, rule: 'any' });
export const smallAccount = { currency: 'EUR', ownerName: 'Hanna Handwritten', status: 'enabled', usage: 'PRIV' };
export const iban = 'DE75512108001245126199';
