import { setTimeout as pause } from 'node:timers/promises';
import {
  Browser,
  newCustomer,
  ownAddress,
  removeClient,
  runningBank,
  suspendClient,
  type TestClient,
  type TestCustomer,
} from '@open-banking/testing';
import { aDebtor, anAccount, activeMandate, receivedMandate } from './a-debtor.js';

const stopped = 'may no longer ask for this';
const pollMs = 10;

describe('a client that may not start payments any more', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const aisPis = (sql: string, ...values: unknown[]) => bank.database('ais-pis').query(sql, values);
  const setRoles = (client: TestClient, roles: readonly string[]) =>
    aisPis('update client set roles = $2 where client_id = $1', client.clientId, roles);
  const mandateStatus = async (resourceId: string) => {
    const { rows } = await bank
      .database('mandates')
      .query<{ status: string }>('select mandate_status as status from mandate where resource_id = $1', [resourceId]);
    return rows[0]!.status;
  };
  const opened = async (client: TestClient, issuer: 'mandates' | 'cancellation', scope: string, { login, password }: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization(issuer, scope).url);
    await browser.press('sign-in', { login, password });
    return browser;
  };
  const entered = async ({ login, password }: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open('/customer');
    await browser.press('sign-in', { login, password });
    return browser;
  };

  it('gets no mandate approved, on a page from before or a new one; with its role back it does', async () => {
    const { customer, account } = await aDebtor(bank);
    const { client, resourceId, scope } = await receivedMandate(bank, { debtorAccount: { iban: account.iban } });
    const browser = await opened(client, 'mandates', scope, customer);
    await setRoles(client, ['PSP_AI']);
    expect((await browser.press('approve')).text).toContain(stopped);
    await expect(client.approvedBy(customer, 'mandates', scope)).rejects.toThrow(stopped);
    expect(await mandateStatus(resourceId)).toBe('RCVD');
    await setRoles(client, ['PSP_AI', 'PSP_PI']);
    await client.approvedBy(customer, 'mandates', scope);
    expect(await mandateStatus(resourceId)).toBe('ACTV');
  });

  it.each([
    ['by the authorisation register', 'role'],
    ['by the bank', 'suspension'],
    ['for good', 'removal'],
  ] as const)('and was stopped %s while the page was open gets no mandate approved', async (_, how) => {
    const { customer, account } = await aDebtor(bank);
    const { client, resourceId, scope } = await receivedMandate(bank, { debtorAccount: { iban: account.iban } });
    const browser = await opened(client, 'mandates', scope, customer);
    if (how === 'suspension') await suspendClient(bank.operator, client.clientId, 'Test');
    if (how === 'removal') await removeClient(bank.operator, client.clientId);
    if (how === 'role') {
      const organization = `PSDIL-BOI-${client.clientId.slice(0, 8)}`;
      await aisPis('update client set organization = $2 where client_id = $1', client.clientId, organization);
      await aisPis(
        `insert into register_standing (organization, status, roles, answered_at, good_until) values ($1, 'authorised', '{PSP_AI}', now(), now() + interval '1 hour')`,
        organization,
      );
    }
    await browser.press('approve');
    expect(['RCVD', 'CANC', 'RJCT']).toContain(await mandateStatus(resourceId));
  });

  it('gets no approval of a second owner, who can still refuse', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const client = await bank.client();
    const waiting = async () => {
      const mandate = await receivedMandate(bank, { debtorAccount: { iban: shared.iban } }, client);
      await client.approvedBy(one, 'mandates', mandate.scope);
      return mandate.resourceId;
    };
    const [first, second] = [await waiting(), await waiting()];
    const browser = await entered(two);
    const page = await browser.open(`/customer/mandates/${first}/approval`);
    await setRoles(client, ['PSP_AI']);
    expect((await browser.press('approve')).text).toContain(stopped);
    expect((await browser.open(`/customer/mandates/${first}/approval`)).text).toContain(stopped);
    expect(await mandateStatus(first)).toBe('PATC');
    browser.response = page;
    await browser.confirm('refuse');
    expect(await mandateStatus(first)).toBe('RJCT');
    await setRoles(client, ['PSP_AI', 'PSP_PI']);
    await browser.open(`/customer/mandates/${second}/approval`);
    await browser.press('approve');
    expect(await mandateStatus(second)).toBe('ACTV');
  });

  it('gets no cancellation approved; the customer cancels the mandate with the bank', async () => {
    const { client, customer, itself, self, resourceId } = await activeMandate(bank);
    expect(await itself.delete(self)).toAnswer(202);
    const scope = `MANDATE-CANCEL:${resourceId}`;
    const page = await opened(client, 'cancellation', scope, customer);
    await setRoles(client, ['PSP_AI']);
    expect((await page.press('approve')).text).toContain(stopped);
    expect(await mandateStatus(resourceId)).toBe('ACTV');
    const browser = await entered(customer);
    await browser.open(`/customer/mandates/${resourceId}`);
    await browser.confirm('end');
    expect(await mandateStatus(resourceId)).toBe('CANC');
  });

  it('and loses its role while an approval waits for a lock gets none; one that keeps it does (two connections)', async () => {
    const approvedAfter = async (change: (client: TestClient) => Promise<unknown>): Promise<string> => {
      const { customer, account } = await aDebtor(bank);
      const { client, resourceId, scope } = await receivedMandate(bank, { debtorAccount: { iban: account.iban } });
      const browser = await opened(client, 'mandates', scope, customer);
      const connection = await bank.database('mandates').connect();
      await connection.query('begin');
      await connection.query('select from mandate where resource_id = $1 for update', [resourceId]);
      const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
      let ended = false;
      const answer = browser.press('approve').finally(() => (ended = true));
      for (let waits = false; !waits && !ended; await pause(pollMs)) {
        const blocked = await bank
          .database('mandates')
          .query('select from pg_locks where not granted and $1 = any (pg_blocking_pids(pid))', [rows[0]!.pid]);
        waits = (blocked.rowCount ?? 0) > 0;
      }
      await change(client);
      await connection.query('rollback');
      connection.release();
      // Whoever waits for a lock longer than a second gives up with 503: on a machine that stood still there was no race.
      return (await answer).status === 503 ? approvedAfter(change) : mandateStatus(resourceId);
    };
    expect(await approvedAfter((client) => setRoles(client, ['PSP_AI']))).toBe('RCVD');
    expect(await approvedAfter(() => Promise.resolve())).toBe('ACTV');
  });
});
