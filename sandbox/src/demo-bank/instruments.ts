/** Tradable instruments. Issuers are fictitious; the ISINs have valid check digits and belong to no issuer known to us. */
export interface Instrument {
  readonly instrumentId: string;
  readonly isin?: string;
  readonly other?: object;
  readonly name: string;
  readonly kind: 'share' | 'fund' | 'bond';
  readonly currency: 'ILS' | 'EUR' | 'USD';
  readonly mic: string;
  readonly quotation: 'amount' | 'percentage';
  readonly priceType: string;
  readonly country: string;
  /** Bonds: coupon in per cent per year. Shares and funds: dividend in per cent of the price. */
  readonly yearly: number;
  /** Month (0 to 11) and day of the coupon or dividend payment. */
  readonly payMonth: number;
  readonly price: number;
  readonly volatility: number;
}

/** ISO 6166 check digit: Luhn over the digits of country and number, with letters as 10 to 35. */
export function isin(country: string, number: string): string {
  const digits = [...`${country}${number}`].map((letter) => parseInt(letter, 36)).join('');
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return `${country}${number}${(10 - (sum % 10)) % 10}`;
}

type Line = readonly [number: string, name: string, price: number, volatility: number, yearly: number, payMonth: number];
type Common = Pick<Instrument, 'currency' | 'country' | 'mic' | 'kind' | 'quotation' | 'priceType'>;

const listed = (common: Common, lines: readonly Line[]): Instrument[] =>
  lines.map(([number, name, price, volatility, yearly, payMonth]) => {
    const id = isin(common.country, number);
    return { ...common, instrumentId: id, isin: id, name, price, volatility, yearly, payMonth };
  });

const share = { kind: 'share', quotation: 'amount', priceType: 'MRKT' } as const;
const bond = { kind: 'bond', quotation: 'percentage', priceType: 'MRKT' } as const;
const fund = { kind: 'fund', quotation: 'amount', priceType: 'NAVL' } as const;

export const instruments: readonly Instrument[] = [
  ...listed({ ...share, currency: 'ILS', country: 'IL', mic: 'XTAE' }, [
    ['009901101', 'Carmel Chemicals', 84.2, 0.014, 2.1, 4],
    ['009901102', 'Negev Semiconductors', 412.5, 0.022, 0, 0],
    ['009901103', 'Bank Hagalil', 36.9, 0.012, 4.2, 8],
    ['009901104', 'Sharon Real Estate', 61.3, 0.011, 3.4, 2],
    ['009901105', 'Dan Water Technologies', 22.8, 0.018, 1.2, 5],
    ['009901106', 'Ofek Defence Optics', 938.0, 0.017, 0.9, 10],
  ]),
  ...listed({ ...share, currency: 'EUR', country: 'DE', mic: 'XETR' }, [
    ['000990201', 'Rheinwerk Maschinenbau AG', 118.4, 0.013, 2.7, 4],
    ['000990202', 'Nordlicht Energie SE', 31.7, 0.015, 3.9, 5],
    ['000990203', 'Isar Software SE', 146.9, 0.016, 1.1, 6],
  ]),
  ...listed({ ...share, currency: 'USD', country: 'US', mic: 'XNAS' }, [
    ['999901301', 'Cascade Cloud Inc', 232.1, 0.019, 0.4, 2],
    ['999901302', 'Prairie Robotics Inc', 58.6, 0.024, 0, 0],
  ]),
  ...listed({ ...fund, currency: 'ILS', country: 'IL', mic: 'XTAE' }, [
    ['005990401', 'Tel Aviv Broad Index Fund', 128.7, 0.008, 0, 0],
    ['005990402', 'Shekel Money Market Fund', 104.2, 0.0003, 0, 0],
  ]),
  ...listed({ ...fund, currency: 'EUR', country: 'IE', mic: 'XETR' }, [
    ['00BZ9904A', 'World Equity UCITS ETF', 87.3, 0.009, 0, 0],
    ['00BZ9904B', 'Euro Corporate Bond UCITS ETF', 51.9, 0.003, 2.2, 11],
  ]),
  ...listed({ ...bond, currency: 'ILS', country: 'IL', mic: 'XTAE' }, [
    ['001990501', 'Treasury Bond 2031 3.75%', 98.4, 0.002, 3.75, 2],
    ['001990502', 'Bank Hagalil Bond 2029 4.1%', 101.2, 0.003, 4.1, 9],
  ]),
  ...listed({ ...bond, currency: 'EUR', country: 'DE', mic: 'XETR' }, [['000990601', 'Rheinland Anleihe 2032 2.6%', 97.8, 0.002, 2.6, 6]]),
  {
    instrumentId: 'GEMEL-770',
    other: { identification: 'GEMEL-770', typeProprietary: 'FundNumber' },
    name: 'Yesod Balanced Portfolio',
    ...fund,
    currency: 'ILS',
    mic: 'XTAE',
    country: 'IL',
    yearly: 0,
    payMonth: 0,
    price: 215.6,
    volatility: 0.005,
  },
];
