import { Money, type Amount, type Decimal } from '@open-banking/messages';

/** An amount with the fraction digits of its currency, whatever scale it was stored or computed with. */
export const money = (currency: string, amount: Decimal | string | number): Amount => Money.rounded(currency, amount).toMessage();
