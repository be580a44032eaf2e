import { operations, type Operation } from '@open-banking/spec';
import { referenceOf, runningBank, type Access, type Consented } from '@open-banking/testing';
import { filled, idsOf, queryOf } from './sweep/everything.js';
import { broken, revealedBy, takes } from './sweep/promised.js';

const reads = operations.filter(({ method, token }) => method === 'GET' && token?.consent);
const permissions = ['accounts', 'balances', 'transactions', 'ownerName'] as const;
type Granted = (typeof permissions)[number];

/** What is granted on every product: each permission alone and each pair. The owner's name is granted of what is granted for something. */
const combinations: Granted[][] = permissions
  .flatMap((one, at) => [[one], ...permissions.slice(at + 1).map((other) => [one, other])])
  .filter(([first]) => first !== 'ownerName');

/** Consents that name no accounts: what they grant, and whether of the five lists alone. */
const wholes = (['allAccounts', 'allAccountsWithOwnerName'] as const).flatMap((of) => {
  const owner: Granted[] = of === 'allAccounts' ? [] : ['ownerName'];
  return [
    { access: { availableAccounts: of }, granted: ['accounts', ...owner] as Granted[], lists: true },
    { access: { availableAccountsWithBalance: of }, granted: ['accounts', 'balances', ...owner] as Granted[], lists: true },
    { access: { allPsd2: of }, granted: ['accounts', 'balances', 'transactions', ...owner] as Granted[], lists: false },
  ];
});

const grants = (granted: readonly Granted[], permission: string): boolean =>
  permission === 'accounts' || granted.includes(permission as Granted);

/** The operation with all that may be asked for: balances too, where the consent grants them, and what is pending. */
function pathOf(row: Operation, ids: Readonly<Record<string, string>>, granted: readonly Granted[]): string {
  const balances = takes(row, 'withBalance') && (row.permission === 'accounts' || granted.includes('balances'));
  const query = [queryOf(row) || (takes(row, 'bookingStatus') ? 'bookingStatus=both' : ''), balances ? 'withBalance=true' : '']
    .filter(Boolean)
    .join('&');
  return `${filled(row, ids)}${query && '?'}${query}`;
}

describe('what an answer reveals', () => {
  const bank = runningBank();
  const everything = new Map<string, ReturnType<typeof revealedBy>>();
  let owners: readonly string[];

  const ask = (permitted: Consented, row: Operation, granted: readonly Granted[]) =>
    permitted.get(pathOf(row, idsOf(bank.demo.accounts), granted));

  beforeAll(async () => {
    const permitted = await (await bank.client()).consentedBy(bank.demo, { allPsd2: 'allAccountsWithOwnerName' });
    const names = new Set<string>();
    for (const row of reads) {
      const answer = await ask(permitted, row, permissions);
      expect(answer).toAnswer(200);
      everything.set(row.id, revealedBy(row, answer.body));
      for (const [, name] of answer.text.matchAll(/"ownerName":"([^"]+)"/g)) names.add(name!);
    }
    owners = [...names];
  }, 60_000);

  it('is, under a consent for everything, a balance, an owner, an address and another account: all classes are seen', () => {
    const seen = [...everything.values()].flat();
    expect([...new Set(seen.map(({ disclosure }) => disclosure))].sort()).toEqual(['address', 'balance', 'otherAccount', 'owner']);
    expect(seen.map(({ path }) => path)).toEqual(
      expect.arrayContaining(
        ['listTransactions', 'listSavingsTransactions', 'listLoanTransactions'].map(
          (id) => `${id}.transactions.booked[].balanceAfterTransaction`,
        ),
      ),
    );
    expect(owners.length).toBeGreaterThan(0);
  });

  /** What a consent opens of what there is. Without the owner's name, a field that names nobody else is gone too. */
  const opened = (row: Operation, granted: readonly Granted[]) =>
    everything
      .get(row.id)!
      .filter(
        ({ permission, values }) =>
          grants(granted, permission) && (granted.includes('ownerName') || !values.every((value) => owners.includes(String(value)))),
      );

  /** Every operation under one consent: refused, or with all fields that are granted and none that is not. */
  async function sweep(permitted: Consented, granted: readonly Granted[], opens: (row: Operation) => boolean): Promise<void> {
    for (const row of reads) {
      const answer = await ask(permitted, row, granted);
      if (!opens(row)) {
        expect({ read: row.id, status: answer.status, text: answer.text }).toEqual({
          read: row.id,
          status: 401,
          text: expect.stringContaining('CONSENT_INVALID') as unknown,
        });
        continue;
      }
      expect({ read: row.id, status: answer.status, broken: broken(row, 200, answer.body) }).toEqual({
        read: row.id,
        status: 200,
        broken: [],
      });
      const named = (fields: ReturnType<typeof revealedBy>) => fields.map(({ path, permission }) => `${path} (${permission})`);
      expect(named(revealedBy(row, answer.body))).toEqual(named(opened(row, granted)));
      if (!granted.includes('ownerName'))
        expect({ read: row.id, owners: owners.filter((name) => answer.text.includes(name)) }).toEqual({ read: row.id, owners: [] });
    }
  }

  it.each(combinations.map((granted) => ({ granted, title: granted.join(' and ') })))(
    'is what a consent to $title opens, in each operation, and nothing else',
    async ({ granted }) => {
      const { accounts } = bank.demo;
      const named = Object.fromEntries(
        granted.filter((permission) => permission !== 'ownerName').map((permission) => [permission, accounts]),
      );
      const access = {
        ...named,
        ...(granted.includes('ownerName') && { additionalInformation: { ownerName: accounts.map(referenceOf) } }),
      };
      await sweep(await (await bank.client()).consentedBy(bank.demo, access), granted, (row) => grants(granted, row.permission!));
    },
    60_000,
  );

  it.each(wholes.map((whole) => ({ ...whole, title: JSON.stringify(whole.access) })))(
    'is what a consent to $title opens, and nothing else',
    async ({ access, granted, lists }) => {
      await sweep(
        await (await bank.client()).consentedBy(bank.demo, access as Access),
        granted,
        (row) => !lists || row.availableAccounts === true,
      );
    },
    60_000,
  );

  it('is of one account what is granted of that very account, whatever is granted of another', async () => {
    const paths = { account: '/v1.7/accounts', saving: '/v1.5/savings', loan: '/v1.5/loans' } as const;
    const accounts = bank.demo.accounts.filter(({ kind }) => kind in paths);
    const shown = accounts.filter((_, at) => at % 2 === 0);
    const permitted = await (await bank.client()).consentedBy(bank.demo, { transactions: accounts, balances: shown });
    const dateFrom = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10);
    const seen = new Set<string>();
    for (const { kind, resourceId } of accounts) {
      const answer = await permitted.get(
        `${paths[kind as keyof typeof paths]}/${resourceId}/transactions?bookingStatus=booked&dateFrom=${dateFrom}&limit=20`,
      );
      expect(answer).toAnswer(200);
      expect(answer.body.transactions.booked.length).toBeGreaterThan(0);
      const covered = shown.some((resource) => resource.resourceId === resourceId);
      expect({ kind, resourceId, balances: answer.text.includes('balanceAfterTransaction') }).toEqual({
        kind,
        resourceId,
        balances: covered,
      });
      seen.add(`${kind === 'account' ? 'account' : 'contract'} ${covered}`);
    }
    expect([...seen].sort()).toEqual(['account false', 'account true', 'contract false', 'contract true']);
  });
});
