import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshBank, generousTimeouts, until, type Caller, type TestClient } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { CheckPort, sandboxReply } from '@open-banking/testing/sandbox';
import { viewsOf } from './a-view.js';

const sepa = '/v1.7/payments/sepa-credit-transfers';

describe('payments that are held, for operators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-held-'));
  const settings: Record<string, string> = { ...generousTimeouts };
  let port: CheckPort;
  beforeAll(async () => {
    const keysFile = join(folder, 'keys.json');
    port = await CheckPort.open(keysFile, sandboxReply);
    Object.assign(settings, { EXECUTION_CHECK_URL: port.url, EXECUTION_CHECK_KEYS_FILE: keysFile });
  });
  const bank = freshBank(['ais-pis'], settings);
  const browser = testBrowser();
  const { openbank, viewOf } = viewsOf(bank);
  let client: TestClient;
  let payer: Caller;
  let iban: string;
  beforeAll(async () => {
    client = await bank.client({ name: 'Corner Shop' });
    payer = (await client.withClientToken('payments', 'PIS')).paced;
    const own = bank.resources(bank.demo, 'account').filter(({ currency }) => currency === 'EUR');
    iban = (own[0]!.reference as { iban: string }).iban;
  });
  afterAll(async () => {
    await port.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const pays = async (creditorName: string): Promise<string> => {
    const created = await payer.post(sepa, {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName,
      debtorAccount: { iban },
    });
    const { paymentId } = created.body as { paymentId: string };
    await client.approvedBy(bank.demo, 'payments', `PIS:${paymentId}`);
    return paymentId;
  };
  const paymentStatus = async (paymentId: string): Promise<string> =>
    ((await payer.get(`${sepa}/${paymentId}/status`)).body as { transactionStatus: string }).transactionStatus;
  const listed = async (): Promise<{ paymentId: string; note: string }[]> => JSON.parse(await openbank('held', 'list', '--json')) as never;
  const held = async (creditorName: string): Promise<string> => {
    const paymentId = await pays(creditorName);
    await until('it is held', async () => (await listed()).some((one) => one.paymentId === paymentId));
    return paymentId;
  };
  const anOperator = async (name: string): Promise<string> => {
    const operator = `${name}-${process.pid}`;
    await openbank('operator', 'add', '--name', operator, '--roles', 'read,act,approve');
    return operator;
  };

  it('are listed, released and refused on the command line, by one who proposes and another who approves', async () => {
    const [maker, checker] = [await anOperator('mia'), await anOperator('noa')];
    const [kept, refused] = [await held('HOLD on'), await held('HOLD it')];
    expect((await listed()).find(({ paymentId }) => paymentId === kept)).toMatchObject({ note: 'The payment says HOLD.' });
    const proposal = async (...args: string[]): Promise<string> =>
      (JSON.parse(await openbank('held', ...args, '--note', 'asked', '--json', '--as', maker)) as { proposalId: string }).proposalId;
    const release = await proposal('release', kept);
    await expect(openbank('proposal', 'approve', release, '--as', maker)).rejects.toThrow(/another operator must approve/);
    expect(await openbank('proposal', 'approve', release, '--as', checker)).toContain('DONE');
    await openbank('proposal', 'approve', await proposal('refuse', refused, '--reason', 'FRAD'), '--as', checker);
    await until('both are decided', async () => (await paymentStatus(refused)) === 'RJCT' && (await paymentStatus(kept)) !== 'ACTC');
    expect(await paymentStatus(kept)).not.toBe('RJCT');
    expect(await listed()).toEqual([]);
  }, 300_000);

  it('caps and blocked creditors are set, listed, loaded and removed on the command line', async () => {
    expect(await openbank('cap', 'set', '--currency', 'EUR', '--per-payment', '5000.00')).toContain('is set');
    expect(await openbank('cap', 'list')).toContain('all customers  EUR  per payment 5000.00  per day any');
    expect(await openbank('cap', 'remove', '--currency', 'EUR')).toContain('is removed');
    const file = join(folder, 'list.ndjson');
    writeFileSync(file, '{"account":"GB33BUKB20201555555555"}\n\n{"name":"Shady *","reason":"LEGL","note":"list 7"}\n');
    expect(await openbank('blocked-creditor', 'load', file)).toBe('2 of 2 are new.\n');
    expect(await openbank('blocked-creditor', 'load', file)).toBe('0 of 2 are new.\n');
    const all = JSON.parse(await openbank('blocked-creditor', 'list', '--json')) as { entryId: string; shown: string }[];
    expect(all.map(({ shown }) => shown).toSorted()).toEqual(['GB33BUKB20201555555555', 'Shady *']);
    for (const { entryId } of all) expect(await openbank('blocked-creditor', 'remove', entryId)).toContain('no longer');
    expect(await openbank('blocked-creditor', 'list')).toBe('No creditors are blocked.\n');
  }, 300_000);

  it('are shown and decided in the operator’s view', async () => {
    const [dana, omer] = [await viewOf('dana', 'read,act,approve'), await viewOf('omer', 'read,act,approve')];
    const open = async ({ link }: { link: string }): Promise<Page> =>
      (await browser.open(link, { viewport: { width: 1_200, height: 800 }, bypassCSP: true })).page;
    const [maker, checker] = [await open(dana), await open(omer)];
    const paymentId = await held('HOLD here');
    for (const path of ['/', '/held', `/payments/${paymentId}`]) {
      await maker.goto(dana.origin + path);
      expect(await maker.textContent('main')).toContain(path === '/' ? 'Held payments' : 'HOLD');
      expect([path, await barriersOn(maker)]).toEqual([path, []]);
      await screenshot(maker, `view-held${path.replace(paymentId, 'one').replaceAll('/', '-')}`);
    }
    const press = async (page: Page, button: string): Promise<string> => {
      const form = page.locator('main form').filter({ has: page.getByRole('button', { name: button }) });
      if ((await form.locator('[name=note]').count()) > 0) await form.locator('[name=note]').fill('spoke with the customer');
      if ((await form.locator('[name=sure]').count()) > 0) await form.locator('[name=sure]').check();
      await form.getByRole('button', { name: button }).click();
      return (await page.locator('[role=status], [role=alert]').textContent())!;
    };
    expect(await press(maker, 'Release this payment')).toContain('Nothing is done yet');
    expect(
      await maker
        .locator('main button')
        .filter({ hasText: /^Approve/ })
        .count(),
    ).toBe(0);
    await checker.goto(`${omer.origin}/payments/${paymentId}`);
    expect(await press(checker, 'Approve')).toBe('It is approved and done.');
    await until('it is executed', async () => (await paymentStatus(paymentId)) !== 'ACTC');
    await checker.goto(`${omer.origin}/held`);
    expect(await checker.textContent('main')).toContain('None is held.');
  }, 300_000);
});
