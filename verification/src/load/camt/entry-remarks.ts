import { bankDay, joinedParts } from '@open-banking/messages';
import { chargesOf, originalAmount } from './entry-amounts.js';
import { childAt, childElements, textAt, type XmlElement } from './xml-tree.js';

/** How an entry is booked: what its details are compared with. */
export interface BookedAs {
  readonly currency: string;
  readonly bookingDate: string;
  readonly valueDate: string;
  /** The bank's, for times with an offset. */
  readonly timeZone: string;
}

/** ISO 20022 Max105Text, several times. */
const returnTextLength = 105;

/**
 * The bank's remarks on an entry and its only transaction, and the facts for which neither JSON nor the load format has a field: the reason
 * of a return by its code alone, as in the bank's own returns; charges; an amount in another currency; the day of the transaction. Each
 * once.
 */
export function remarksOf(entry: XmlElement, transaction: XmlElement | undefined, booked: BookedAs): string[] {
  const elements = transaction ? [transaction, entry] : [entry];
  // The entry's charges, or else the transaction's: banks repeat them.
  const charges = [chargesOf(entry), chargesOf(transaction)].find((found) => found.length > 0) ?? [];
  const original = originalAmount(elements, booked.currency);
  const day = transactionDay(transaction, booked);
  const remarks = [
    textAt(entry, 'AddtlNtryInf'),
    textAt(transaction, 'AddtlTxInf'),
    ...returnReasons(entry, transaction),
    ...charges.map((one) => `charges ${one}`),
    ...(original ? [`original amount ${original.amount} ${original.currency}`] : []),
    ...(day === undefined ? [] : [`transaction date ${day}`]),
  ];
  const said: string[] = [];
  for (const remark of remarks) if (remark !== undefined && !isSaid(remark, said)) said.push(remark);
  return said;
}

/** Whether a remark is one of those before it, or a part of one. */
const isSaid = (remark: string, said: readonly string[]): boolean => said.some((one) => one === remark || one.split('; ').includes(remark));

/** Sub-families of ISO 20022 bank transaction codes that are reversals by themselves: JSON has them in `bankTransactionCode`. */
const reversalCodes: ReadonlySet<string> = new Set(['RRTN', 'RPCR', 'UPDD', 'PRDD', 'RCDD']);
const subFamilyOf = (entry: XmlElement): string => textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '';

/** ISO 20022 PaymentReturnReason; an entry that reverses another one, and has neither a reason nor such a code, says so. */
function returnReasons(entry: XmlElement, transaction: XmlElement | undefined): string[] {
  const returned = childAt(transaction, 'RtrInf');
  const reason = textAt(returned, 'Rsn', 'Cd') ?? textAt(returned, 'Rsn', 'Prtry');
  const text = joinedParts(
    (returned ? childElements(returned, 'AddtlInf') : []).map((part) => part.text),
    returnTextLength,
  );
  const said = [...(reason === undefined ? [] : [reason]), ...(text === '' ? [] : [text])];
  const isReversal = /^(true|1)$/.test(textAt(entry, 'RvslInd') ?? '') && !reversalCodes.has(subFamilyOf(entry));
  return said.length === 0 && isReversal ? ['reversal'] : said;
}

/** The day of a purchase or order where it is neither the booking day nor the value day. */
function transactionDay(transaction: XmlElement | undefined, { bookingDate, valueDate, timeZone }: BookedAs): string | undefined {
  const day = bankDay(textAt(transaction, 'RltdDts', 'TxDtTm') ?? '', timeZone);
  return day === bookingDate || day === valueDate ? undefined : day;
}
