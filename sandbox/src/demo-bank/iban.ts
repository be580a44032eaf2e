import type { Chance } from '@open-banking/simulators/chance';

/** ISO 7064 mod 97-10 over the digits of an IBAN, with letters as 10 to 35. */
const remainder = (text: string): number =>
  [...text].reduce((rest, letter) => {
    const value = parseInt(letter, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);

export function iban(country: string, bban: string): string {
  const check = 98 - remainder(`${bban}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

/** Another bank. All of them and their codes are fictitious. */
export interface Bank {
  readonly bic: string;
  readonly country: string;
  readonly code: string;
  readonly accountDigits: number;
}

export const israeliBanks: readonly Bank[] = [
  { bic: 'KNRTILIT', country: 'IL', code: '093', accountDigits: 16 },
  { bic: 'ARVAILIT', country: 'IL', code: '094', accountDigits: 16 },
  { bic: 'GLILILIT', country: 'IL', code: '096', accountDigits: 16 },
];

export const europeanBanks: readonly Bank[] = [
  { bic: 'RHNBDEFF', country: 'DE', code: '99012340', accountDigits: 10 },
  { bic: 'ALPNATWW', country: 'AT', code: '99017', accountDigits: 11 },
  { bic: 'TULPNL2A', country: 'NL', code: 'TULP', accountDigits: 10 },
  { bic: 'SHANIE2D', country: 'IE', code: 'SHAN', accountDigits: 14 },
];

/** This bank: in Israel, with a branch in Frankfurt for its euro accounts. */
export const thisBank = { bic: 'OPBKILIT', code: '097', euroBic: 'OPBKDEFF', euroCode: '99056780' } as const;

export const accountAt = (bank: Bank, chance: Chance): string => iban(bank.country, bank.code + chance.digits(bank.accountDigits));

/** The IBAN of an Israeli account of this bank: bank, branch of three digits, account of thirteen. */
export const israeliIban = (branch: string, account: string): string =>
  iban('IL', thisBank.code + branch.padStart(3, '0') + account.padStart(13, '0'));

export const euroIban = (account: string): string => iban('DE', thisBank.euroCode + account.padStart(10, '0'));
