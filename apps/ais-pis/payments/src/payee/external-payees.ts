/** Accounts of other banks whose owners the sandbox's scheme knows; docs/payments.md lists them. */
export const externalPayees: Readonly<Record<string, readonly string[]>> = {
  DE89370400440532013000: ['Coffee House', 'Bookshop'],
  FR1420041010050500013M02606: ['Élise Laurent'],
  NL91ABNA0417164300: ['Sofie de Vries'],
  AT611904300234573201: ['Gruber Holzbau GmbH'],
  GB29NWBK60161331926819: ['Jonathan Rosenberg'],
  IL620108000000099999999: ['דנה לוי', 'Dana Levi'],
};
