import { Chance } from '@open-banking/simulators/chance';
import { accountAt, europeanBanks, israeliBanks } from './iban.js';
import type { Language, Words } from './words.js';

/** The counterparty of an entry. */
export interface Party {
  readonly name: string;
  readonly iban?: string;
  readonly bic?: string;
}

const known = new Map<string, { iban: string; bic: string }>();

/** The same name always has the same account, regardless of the payer. */
function accountOf(name: string, banks: typeof israeliBanks): { iban: string; bic: string } {
  let account = known.get(name);
  if (!account) {
    const chance = new Chance(`party:${name}`);
    const bank = chance.pick(banks);
    known.set(name, (account = { iban: accountAt(bank, chance), bic: bank.bic }));
  }
  return account;
}

export const domestic = (name: Words, language: Language): Party => ({ name: name[language], ...accountOf(name.en, israeliBanks) });

export const european = ({ name, country }: { readonly name: string; readonly country: string }): Party => ({
  name,
  ...accountOf(
    name,
    europeanBanks.filter((bank) => bank.country === country),
  ),
});
