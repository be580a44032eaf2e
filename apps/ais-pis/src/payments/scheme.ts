/** What a payment product can carry, and when. Times are the bank's; amounts in the product's currency. */
export interface Scheme {
  /** ISO 4217 codes; absent: any currency. */
  readonly currencies?: readonly string[];
  /** Decimal string; absent: the scheme knows no highest amount. */
  readonly highest?: string;
  /** Payments of a business day are taken until then, `HH:MM`; absent: at any hour of any day. */
  readonly cutOff?: string;
  /** Business days from execution to settlement; `instant`: seconds. */
  readonly settlement: 'instant' | 0 | 1 | 2;
  /** ISO 20022 bank transaction code of the debtor's entry. */
  readonly transactionCode: string;
  /** What the bank takes for a payment to another bank, in the currency of the debtor's account: nothing where it is not named. */
  readonly fees?: Readonly<Record<string, string>>;
  /** Body fields that this product needs besides those of every payment. */
  readonly required: readonly ('creditorAgent' | 'creditorAddress')[];
  /** Whether the creditor's account must be named by its IBAN. */
  readonly iban: boolean;
}

/**
 * The seven products, JSON only (NextGenPSD2 1.3.11 §5.3.1; masav, zahav and fp are the domestic schemes of Israel).
 * An instant payment costs no more than any other (Regulation (EU) 2024/886 art. 1, as art. 5b of 260/2012).
 */
export const schemes: Readonly<Record<string, Scheme>> = {
  'sepa-credit-transfers':         { currencies: ['EUR'], highest: '999999999.99', cutOff: '16:00', settlement: 1, transactionCode: 'PMNT-ICDT-ESCT', required: [],                                   iban: true },
  'instant-sepa-credit-transfers': { currencies: ['EUR'], highest: '999999999.99',                  settlement: 'instant', transactionCode: 'PMNT-IRCT-ESCT', required: [],                                   iban: true },
  'target-2-payments':             { currencies: ['EUR'],                          cutOff: '17:00', settlement: 0, transactionCode: 'PMNT-ICDT-PRCT', required: [],                                   iban: true, fees: { EUR: '5.00' } },
  'cross-border-credit-transfers': {                                               cutOff: '14:00', settlement: 2, transactionCode: 'PMNT-ICDT-XBCT', required: ['creditorAgent', 'creditorAddress'], iban: false, fees: { EUR: '12.00', ILS: '45.00' } },
  'masav':                         { currencies: ['ILS'], highest: '1000000.00',   cutOff: '18:00', settlement: 1, transactionCode: 'PMNT-ICDT-DMCT', required: [],                                   iban: false },
  'zahav':                         { currencies: ['ILS'],                          cutOff: '16:30', settlement: 0, transactionCode: 'PMNT-ICDT-SDVA', required: [],                                   iban: false, fees: { ILS: '25.00' } },
  'fp':                            { currencies: ['ILS'], highest: '50000.00',                      settlement: 'instant', transactionCode: 'PMNT-IRCT-DMCT', required: [],                                   iban: false },
};

export const paymentProducts: readonly string[] = Object.keys(schemes);

/** The scheme of a payment product; undefined where the bank has no such product. */
export const schemeOf = (product: string): Scheme | undefined => (Object.hasOwn(schemes, product) ? schemes[product] : undefined);
