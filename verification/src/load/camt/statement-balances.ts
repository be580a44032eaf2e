import { bankDay } from '@open-banking/messages';
import { childElements, textAt, type XmlElement } from './xml-tree.js';

/** Whether a balance is one between two pages or two times, and not that of an end of the statement. */
export const isIntermediate = (balance: XmlElement): boolean => textAt(balance, 'Tp', 'SubTp', 'Cd') === 'INTM';

const typeOf = (balance: XmlElement): string => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? '';
const dayOf = (balance: XmlElement, timeZone: string): string =>
  bankDay(textAt(balance, 'Dt', 'Dt') ?? textAt(balance, 'Dt', 'DtTm') ?? '', timeZone) ?? '';

/**
 * The balance of a statement with the first of these types (ISO 20022 ExternalBalanceType1Code) that it has. Of several, one of an end of
 * the statement goes before intermediate ones, then the one of the first or the last day: statements of several days may have those of each
 * day.
 */
export function bookedBalance(
  statement: XmlElement,
  types: readonly string[],
  which: 'first' | 'last',
  timeZone: string,
): XmlElement | undefined {
  const balances = childElements(statement, 'Bal');
  for (const type of types) {
    const ofType = balances.filter((balance) => typeOf(balance) === type);
    const atEnds = ofType.filter((balance) => !isIntermediate(balance));
    const [first, ...others] = atEnds.length > 0 ? atEnds : ofType;
    if (!first) continue;
    return others.reduce((found, one) => {
      const [day, foundDay] = [dayOf(one, timeZone), dayOf(found, timeZone)];
      return (which === 'first' ? day < foundDay : day > foundDay) ? one : found;
    }, first);
  }
  return undefined;
}
