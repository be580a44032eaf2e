import { createHash } from 'node:crypto';

export type Line = { readonly type: string; readonly accountId?: string } & Readonly<Record<string, unknown>>;

function numberedId(kind: string, number: number): string {
  const hex = createHash('md5').update(`${kind} ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function numberedIban(number: number): string {
  const bban = `098${String(number).padStart(16, '0')}`;
  return `IL${String(98n - (BigInt(`${bban}182100`) % 97n)).padStart(2, '0')}${bban}`;
}

/** A customer with one account that has so many entries of 1.00, as lines of a load file. The account's own line is the first. */
export function accountLines(number: number, entries: number): Line[] {
  const [accountId, psuId] = [numberedId('account', number), numberedId('psu', number)];
  const passwordHash = `scrypt$16384$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  const names = {
    ownerName: `Customer ${number}`,
    name: 'Current',
    product: 'Current',
    cashAccountType: 'CACC',
    status: 'enabled',
    usage: 'PRIV',
  };
  return [
    { type: 'account', accountId, iban: numberedIban(number), bic: 'OPBKILIT', currency: 'EUR', ...names, openedOn: '2025-01-01' },
    { type: 'psu', psuId, login: `many-${number}`, passwordHash, name: `Customer ${number}`, language: 'en' },
    { type: 'holder', psuId, resourceId: accountId, rule: 'any' },
    {
      type: 'accountBalance',
      accountId,
      booked: `${entries}.00`,
      reserved: '0.00',
      incoming: '0.00',
      overdraft: '0.00',
      lastBookingDate: '2025-01-02',
      bookedBefore: '0.00',
      changedAt: '2025-01-02T09:00:00Z',
    },
    ...Array.from({ length: entries }, (_, at) => ({
      type: 'entry',
      accountId,
      bookingDate: '2025-01-02',
      entryReference: String(at + 1).padStart(16, '0'),
      valueDate: '2025-01-02',
      bookedAt: '2025-01-02T09:00:00Z',
      amount: '1.00',
      balanceAfter: `${at + 1}.00`,
      bankTransactionCode: 'PMNT-RCDT-ESCT',
    })),
  ];
}
