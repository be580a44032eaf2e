import { Decimal } from '@open-banking/messages';

export { Decimal };

export const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
