// ISO 4217, list one as of 2026-01-01. Written down, because the list inside the runtime changes with its version and takes fraction
// digits from elsewhere (there HUF has none; by ISO 4217 it has two).
// In: every code with a number of minor units that is not a fund code; among them VED (beside VES) and XAD.
// Out: codes whose minor units are "N.A.", in which an amount has no form (metals, XDR, XSU, XUA, bond market units, XTS, XXX); and
// fund codes, in which no account is kept (BOV, CHE, CHW, COU, MXV, USN, UYI). CLF is a fund code that earlier releases accepted: it stays.
const inUse = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS
  INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP
  MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
  SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UYW UZS VED VES
  VND VUV WST XAD XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`
  .trim()
  .split(/\s+/);

/** Currencies whose minor unit is not a hundredth, with their fraction digits. */
export const otherMinorUnits: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

const currencies = new Set(inUse);

export const isCurrency = (code: string): boolean => currencies.has(code);

/** Fraction digits of a currency: JPY 0, ILS and EUR 2, KWD 3. */
export const minorUnits = (currency: string): number => otherMinorUnits[currency] ?? 2;
