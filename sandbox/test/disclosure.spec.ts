import { operations, type Operation, services } from '@open-banking/spec';
import { daysAgo, referenceOf, runningBank, type Access, type ConsentedCaller } from '@open-banking/testing';
import { filled, idsOf, queryOf, brokenPromises, revealedBy, takes } from '@open-banking/testing/sweep';

const reads = operations.filter(({ method, token }) => method === 'GET' && token?.consent);
const permissions = ['accounts', 'balances', 'transactions', 'ownerName'] as const;
type Granted = (typeof permissions)[number];

/** The permissions granted on every product: each alone and each pair. The owner's name is granted on the same resources as the others. */
const combinations: Granted[][] = permissions
  .flatMap((one, at) => [[one], ...permissions.slice(at + 1).map((other) => [one, other])])
  .filter(([first]) => first !== 'ownerName');

/** Consents without named accounts: what they grant, and whether only on the five lists. */
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

/** Calls the operation with every optional part: balances, if the consent grants them, and pending entries. */
function filledPath(row: Operation, ids: Readonly<Record<string, string>>, granted: readonly Granted[]): string {
  const balances = takes(row, 'withBalance') && (row.permission === 'accounts' || granted.includes('balances'));
  const query = [queryOf(row) || (takes(row, 'bookingStatus') ? 'bookingStatus=both' : ''), balances ? 'withBalance=true' : '']
    .filter(Boolean)
    .join('&');
  return `${filled(row, ids)}${query && '?'}${query}`;
}

describe('the fields that a response discloses', () => {
  const bank = runningBank(services);
  const everything = new Map<string, ReturnType<typeof revealedBy>>();
  let owners: readonly string[];

  const ask = (permitted: ConsentedCaller, row: Operation, granted: readonly Granted[]) =>
    permitted.get(filledPath(row, idsOf(bank.demo.accounts), granted));

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
  });

  it('include all classes (balance, owner, address, other account) under a consent for everything', () => {
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

  /** The fields that a consent opens. Without the owner's name, fields that name nobody else are omitted too. */
  const opened = (row: Operation, granted: readonly Granted[]) =>
    everything
      .get(row.id)!
      .filter(
        ({ permission, values }) =>
          grants(granted, permission) && (granted.includes('ownerName') || !values.every((value) => owners.includes(String(value)))),
      );

  /** Calls every operation under one consent: each is refused or returns exactly the granted fields. */
  async function sweep(permitted: ConsentedCaller, granted: readonly Granted[], opens: (row: Operation) => boolean): Promise<void> {
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
      expect({ read: row.id, status: answer.status, broken: brokenPromises(row, 200, answer.body) }).toEqual({
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
    'are, in each operation, exactly those that a consent to $title opens',
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
  );

  it.each(wholes.map((whole) => ({ ...whole, title: JSON.stringify(whole.access) })))(
    'are exactly those that a consent to $title opens',
    async ({ access, granted, lists }) => {
      await sweep(
        await (await bank.client()).consentedBy(bank.demo, access as Access),
        granted,
        (row) => !lists || row.availableAccounts === true,
      );
    },
  );

  it('depend for each account only on the permissions granted for that account', async () => {
    const paths = { account: '/v1.7/accounts', saving: '/v1.5/savings', loan: '/v1.5/loans' } as const;
    const accounts = bank.demo.accounts.filter(({ kind }) => kind in paths);
    const shown = accounts.filter((_, at) => at % 2 === 0);
    const permitted = await (await bank.client()).consentedBy(bank.demo, { transactions: accounts, balances: shown });
    const dateFrom = daysAgo(500);
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
