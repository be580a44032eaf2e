/** The account that an entry is of: its number, and its owner's name as the bank has it. */
export interface OwnedAccount {
  readonly ownerName: string;
  readonly iban?: string | null;
  readonly bban?: string | null;
}

type Entry = Record<string, unknown>;

/** The parties named in an entry, each with the account that the name belongs to. */
const parties = [
  ['creditorName', 'creditorAccount'],
  ['debtorName', 'debtorAccount'],
  ['ultimateCreditor', undefined],
  ['ultimateDebtor', undefined],
] as const;

/**
 * Takes the owner's name out of an entry, in place, for a consent that does not grant it: a collection names its debtor
 * on the debtor's own account, a transfer between one's own accounts names oneself. Other parties stay.
 */
export function withholdOwnerName(entry: Entry, account: OwnedAccount): void {
  for (const [name, number] of parties) {
    if (entry[name] === undefined) continue;
    if (entry[name] === account.ownerName || (number !== undefined && isOf(entry[number], account))) delete entry[name];
  }
}

function isOf(reference: unknown, { iban, bban }: OwnedAccount): boolean {
  const named = reference as { iban?: string; bban?: string } | undefined;
  return (named?.iban !== undefined && named.iban === iban) || (named?.bban !== undefined && named.bban === bban);
}

/**
 * SQL: a party of an entry is the owner of account `a`, by name or by the IBAN beside it. Null counts as no. `withholdOwnerName` for
 * statements that write JSON.
 */
export const isOwner = (name: string, account?: string): string =>
  account === undefined ? `${name} = a.owner_name` : `(${name} = a.owner_name or ${name} is not null and ${account} ->> 'iban' = a.iban)`;
