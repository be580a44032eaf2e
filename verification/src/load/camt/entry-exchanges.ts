import { bankDay, isCurrency, omitNullish } from '@open-banking/messages';
import { detailedAmounts, originalAmount } from './entry-amounts.js';
import type { BookedAs } from './entry-remarks.js';
import { childElements, textAt, type XmlElement } from './xml-tree.js';

/** NextGenPSD2 1.3.11 `reportExchangeRate`, as the load format and JSON have it. */
export interface CurrencyExchange {
  readonly sourceCurrency: string;
  readonly exchangeRate: string;
  readonly unitCurrency: string;
  readonly targetCurrency: string;
  readonly quotationDate: string;
  readonly contractIdentification?: string;
}

/** An exchange with what a statement need not state. */
export type StatedExchange = Pick<CurrencyExchange, 'sourceCurrency' | 'exchangeRate' | 'targetCurrency'> & Partial<CurrencyExchange>;

/**
 * The exchange rates of an entry and its transaction, each once. `complete`: with the currency of the rate's unit and the day of its
 * quotation, which JSON requires, and ISO 20022 (CurrencyExchange) does not; they are not made up.
 */
export function exchangesOf(
  elements: readonly XmlElement[],
  booked: BookedAs,
): { readonly complete: CurrencyExchange[]; readonly others: StatedExchange[] } {
  const original = originalAmount(elements, booked.currency)?.currency;
  const stated = elements
    .flatMap((element) => childElements(element, 'AmtDtls'))
    .flatMap((details) => detailedAmounts.flatMap((name) => childElements(details, name)))
    .flatMap((amount) => childElements(amount, 'CcyXchg'))
    .flatMap((exchange) => exchangeOf(exchange, booked, original) ?? []);
  const once = [...new Map(stated.map((one) => [JSON.stringify(one), one])).values()];
  return { complete: once.filter(isComplete), others: once.filter((one) => !isComplete(one)) };
}

/** Such as `exchange rate 3.95 EUR to ILS`. */
export const exchangeText = ({ exchangeRate, sourceCurrency, targetCurrency }: StatedExchange): string =>
  `exchange rate ${exchangeRate} ${sourceCurrency} to ${targetCurrency}`;

const isComplete = (exchange: StatedExchange): exchange is CurrencyExchange =>
  exchange.unitCurrency !== undefined && exchange.quotationDate !== undefined;

const isRate = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

/** A target that is not stated is the other one of the two currencies of the entry. */
function exchangeOf(element: XmlElement, { currency, timeZone }: BookedAs, original: string | undefined): StatedExchange | undefined {
  const [sourceCurrency, exchangeRate] = [currencyAt(element, 'SrcCcy'), textAt(element, 'XchgRate') ?? ''];
  const targetCurrency = currencyAt(element, 'TrgtCcy') ?? (sourceCurrency === currency ? original : currency);
  if (sourceCurrency === undefined || targetCurrency === undefined || !isRate(exchangeRate)) return undefined;
  return omitNullish({
    sourceCurrency,
    exchangeRate,
    targetCurrency,
    unitCurrency: currencyAt(element, 'UnitCcy'),
    quotationDate: bankDay(textAt(element, 'QtnDt') ?? '', timeZone),
    contractIdentification: textAt(element, 'CtrctId'),
  }) as StatedExchange;
}

function currencyAt(element: XmlElement, name: string): string | undefined {
  const code = textAt(element, name);
  return code !== undefined && isCurrency(code) ? code : undefined;
}
