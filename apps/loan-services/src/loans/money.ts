import { minorUnits, type Amount } from '@open-banking/messages';
import { Decimal } from 'decimal.js';

/** An amount with the fraction digits of its currency, whatever scale it was stored or computed with. */
export const money = (currency: string, amount: Decimal.Value): Amount => ({
  currency,
  amount: new Decimal(amount).toFixed(minorUnits(currency), Decimal.ROUND_HALF_UP),
});
