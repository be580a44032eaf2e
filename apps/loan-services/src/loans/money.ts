import { Money, type Amount, type Decimal } from '@open-banking/messages';

/** Formats an amount with the fraction digits of its currency. */
export const money = (currency: string, amount: Decimal | string | number): Amount => Money.rounded(currency, amount).toMessage();
