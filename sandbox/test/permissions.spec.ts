import { operations, type Permission, services } from '@open-banking/spec';
import { referenceOf, runningBank, type HttpResponse, type ConsentedCaller } from '@open-banking/testing';
import { filled, idsOf, mayHave, queryOf, takes } from '@open-banking/testing/sweep';

const reads = operations.filter(({ method, token }) => method === 'GET' && token?.consent).map((row) => ({ name: row.path, row }));

/** Every property of a body at any depth, with its value. */
const properties = (value: unknown): [string, unknown][] => {
  if (Array.isArray(value)) return value.flatMap(properties);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name, inner] as [string, unknown], ...properties(inner)]);
};
const has = ({ body }: HttpResponse, name: string): boolean => properties(body).some(([one]) => one === name);
const linksIn = ({ body }: HttpResponse): string[] =>
  properties(body)
    .filter(([name]) => name === 'href')
    .map(([, href]) => String(href).split('?')[0]!);

describe.each([
  { granted: ['accounts'], ownerName: false },
  { granted: ['accounts'], ownerName: true },
  { granted: ['balances'], ownerName: false },
  { granted: ['transactions'], ownerName: true },
  { granted: ['balances', 'transactions'], ownerName: false },
] as { granted: Permission[]; ownerName: boolean }[])(
  "a consent to $granted, owner's name: $ownerName, of all five products",
  ({ granted, ownerName }) => {
    const bank = runningBank(services);
    let permitted: ConsentedCaller;
    const grants = (permission: Permission): boolean => permission === 'accounts' || granted.includes(permission);

    beforeAll(async () => {
      const { accounts } = bank.demo;
      const named = Object.fromEntries(granted.map((permission) => [permission, accounts]));
      permitted = await (
        await bank.client()
      ).consentedBy(bank.demo, { ...named, ...(ownerName && { additionalInformation: { ownerName: accounts.map(referenceOf) } }) });
    });

    it.each(reads)('opens $name if it permits it, and discloses nothing else', async ({ row }) => {
      const query = [queryOf(row), takes(row, 'withBalance') && row.permission === 'accounts' ? 'withBalance=true' : '']
        .filter(Boolean)
        .join('&');
      const answer = await permitted.get(`${filled(row, idsOf(bank.demo.accounts))}${query && '?'}${query}`);
      if (!grants(row.permission!)) return expect(answer).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
      expect(answer).toAnswer(200);
      if (row.permission === 'accounts') {
        expect(has(answer, 'balances')).toBe(takes(row, 'withBalance') && grants('balances'));
        expect(has(answer, 'ownerName')).toBe(mayHave(row, 'ownerName') && ownerName);
      }
      const permitting = linksIn(answer).filter(
        (path) => (path.endsWith('/balances') && !grants('balances')) || (path.endsWith('/transactions') && !grants('transactions')),
      );
      expect(permitting).toEqual([]);
    });
  },
);
