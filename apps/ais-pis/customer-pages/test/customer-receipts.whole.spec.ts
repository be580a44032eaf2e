import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leafOf, receiptText, checkedFile, readLeaf, type ReceiptFile } from '@open-banking/receipts';
import { BankClock } from '@open-banking/database';
import { exchange, runningBank, temporaryFolder, until, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inReceiptLog } from '@open-banking/ais-pis-testing/a-receipt-log';

const program = fileURLToPath(new URL('../../../../cli/bin/openbank.mjs', import.meta.url));
const script = fileURLToPath(new URL('../../../../docs/receipts-verify.mjs', import.meta.url));
const receiptsIn = ({ receipts }: ReceiptFile) => receipts.flatMap(({ leaf, opening }) => readLeaf(leaf, opening)!.receipts);
const today = new BankClock('Asia/Jerusalem').dayOf(new Date());

describe("a customer's receipts", () => {
  const bank = runningBank(services);
  const folder = temporaryFolder();
  let keys: Parameters<typeof checkedFile>[1];
  let keysFile: string;

  const entered = async (customer: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  };
  const ran = (...args: string[]): Promise<{ code: number; out: string }> =>
    new Promise((settle) => {
      execFile(process.execPath, args, (error, out) => {
        settle({ code: typeof error?.code === 'number' ? error.code : 0, out });
      });
    });
  const written = (file: object): string => {
    const name = join(folder.path, `${Math.random()}.json`);
    writeFileSync(name, JSON.stringify(file));
    return name;
  };
  /** What the command and the script say of a file: both must find the same. */
  const judged = async (file: ReceiptFile, ...more: string[]): Promise<string> => {
    const name = written(file);
    const [command, alone] = await Promise.all([
      ran(program, 'receipts', 'verify', name, '--keys', keysFile, ...more),
      ran(script, name, keysFile),
    ]);
    if (more.length === 0) expect([alone.code, alone.out.includes('WRONG')]).toEqual([command.code, command.out.startsWith('WRONG')]);
    return `${command.code} ${command.out.trim()}`;
  };
  /** What the check finds that the command makes, which the script must find, too. */
  const faultOf = async (file: ReceiptFile): Promise<string> => {
    const checked = checkedFile(file, keys);
    const { code, out } = await ran(script, written(file), keysFile);
    expect([code, out.includes('WRONG')]).toEqual([1, true]);
    return 'fault' in checked ? checked.fault : 'none';
  };
  /** A customer whose balance was read `times` times, signed in, and their file. */
  const aReadCustomer = async (times: number, name: string) => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer]);
    const client = await bank.client({ name });
    const permitted = await client.consentedBy(customer, { balances: [{ iban: account.iban }] });
    const read = async (more: number) => {
      for (let at = 0; at < more; at += 1) expect(await permitted.paced.get(`/v1.7/accounts/${account.accountId}/balances`)).toAnswer(200);
    };
    await read(times);
    const browser = await entered(customer);
    const download = async (count: number): Promise<ReceiptFile> => {
      let file: ReceiptFile | undefined;
      await until(
        'the receipts',
        async () => {
          await browser.open(`/customer/receipts/${today}`);
          file = JSON.parse(browser.response.text) as ReceiptFile;
          return receiptsIn(file).length >= count;
        },
        20_000,
      );
      return file!;
    };
    return { customer, account, browser, read, download, clientId: client.clientId };
  };

  afterAll(() => {
    folder.remove();
  });

  beforeAll(async () => {
    const jwks = await exchange(`${bank.baseUrl}/v1.7/oauth/consents/jwks`);
    ({ keys } = jwks.body as { keys: typeof keys });
    keysFile = written({ keys });
  });

  it('are shown by day, to nobody else, and downloaded with proofs that a command and a script check without the bank', async () => {
    const { customer, account, browser, download, clientId } = await aReadCustomer(3, 'Reader <1>');
    const file = await download(4);
    expect(browser.response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="receipts-${today}.json"`,
    });
    expect(receiptsIn(file)).toEqual([
      expect.objectContaining({ client: clientId, operation: 'consents.approve' }),
      ...Array.from({ length: 3 }, () => expect.objectContaining({ client: clientId, operation: 'readAccountBalances' }) as object),
    ]);
    expect(
      receiptsIn(file)
        .slice(1)
        .map(({ resource }) => resource),
    ).toEqual(Array(3).fill(account.accountId));
    expect(file.customer).toBe(customer.psuId);
    expect(await judged(file)).toMatch(/^0 ok {4}4 receipts/);

    await browser.open('/customer/activity');
    expect(browser.response.text).toContain(`href="/customer/receipts?day=${today}&lang=en"`);
    await browser.open('/customer/receipts');
    expect(browser.response.text).toContain('<bdi>Reader &lt;1&gt;</bdi>');
    expect(browser.response.text.match(/· Balances of a current account</g)).toHaveLength(3);
    // What was approved and under which consent was read are links to it, and no ids.
    expect(
      browser.response.text.match(/href="\/customer\/access\/[0-9a-f-]{36}\?lang=en">\u2068Reader &lt;1&gt;\u2069: details</g),
    ).toHaveLength(4);
    expect(browser.response.text.replaceAll(/href="[^"]*"/g, '')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(browser.response.text).toContain(`<bdi dir="ltr">${account.iban.replace(/(.{4})(?=.)/g, '$1 ')}</bdi>`);
    expect(browser.response.text).not.toContain(account.accountId);

    const stranger = await aReadCustomer(1, 'Reader of another');
    const theirs = await stranger.download(2);
    expect(receiptsIn(theirs)).toHaveLength(2);
    expect(JSON.stringify(theirs)).not.toContain(customer.psuId);
    await stranger.browser.open('/customer/receipts');
    expect(stranger.browser.response.text).not.toContain('Reader &lt;1&gt;');
    expect(await faultOf({ ...theirs, customer: customer.psuId })).toMatch(/^receipt \d+ is of another customer/);
    const nobody = await exchange(`${bank.baseUrl}/customer/receipts/${today}`);
    expect([nobody.status, nobody.headers['location']]).toEqual([303, expect.stringContaining('/customer?')]);
  });

  it('that are removed, added, altered or moved afterwards are found', async () => {
    const { read, download } = await aReadCustomer(3, 'Budget');
    await download(4);
    await read(1);
    const file = await download(5);
    const earlier = written(file);
    const [one, two, ...rest] = file.receipts as [ReceiptFile['receipts'][0], ReceiptFile['receipts'][0]];
    const withReceipts = (...receipts: ReceiptFile['receipts'][0][]): ReceiptFile => ({ ...file, receipts });
    const altered = { ...two, leaf: two.leaf.replace('readAccountBalances', 'readAccount') };
    expect(await judged(withReceipts(one, altered, ...rest))).toMatch(/^1 WRONG receipt \d+ is not in the log/);
    expect(await faultOf(withReceipts(one, { ...two, index: two.index + 1 }, ...rest))).toMatch(/^receipt \d+ is not in the log/);
    expect(await faultOf(withReceipts(two, one, ...rest))).toMatch(/^receipt \d+ is not in its place/);
    expect(await faultOf(withReceipts(one, one, two, ...rest))).toMatch(/^receipt \d+ is not in its place/);
    const [header, payload, signature] = file.head.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, size: 1 })).toString('base64url');
    expect(await faultOf({ ...file, head: `${header}.${forged}.${signature}` })).toMatch(/^the head is signed with none/);
    expect(await faultOf({ ...file, day: '2020-01-01' })).toMatch(/^the head is of/);

    await read(1);
    const later = await download(6);
    expect(await judged(later, '--earlier', earlier)).toMatch(/^0 ok {4}6 receipts/);
    const removed = { ...later, receipts: later.receipts.filter(({ index }) => index !== two.index) };
    expect(await judged(removed, '--earlier', earlier)).toBe(`1 WRONG receipt ${two.index} of the earlier file was removed or changed`);
    const shortened = { ...removed, after: two.index, receipts: removed.receipts.filter(({ index }) => index > two.index) };
    expect(await judged(shortened, '--earlier', earlier)).toBe(
      `1 WRONG receipt ${one.index} of the earlier file is not among those after ${two.index}, of which this file is`,
    );
  });

  it('that are lost are said on the page and in the file, with a proof', async () => {
    const { browser, customer, download } = await aReadCustomer(1, 'Reader of a gap');
    const process = customer.psuId;
    const leaf = leafOf(process, 'a'.repeat(24), { psuId: '', consentId: '', clientId: 'c' }, receiptText(6, 1, 'readAccount', ''));
    const batch = { processId: process, service: 'cards', reservedTo: 9, ends: true, first: 6, count: 1, leaves: leaf };
    await inReceiptLog(bank, (log) => log.record(batch));
    const file = await download(2);
    const gap = file.lost.find(({ leaf }) => leaf.includes(process))!;
    expect(JSON.parse(gap.leaf)).toMatchObject({ process, lost: [0, 5] });
    expect(await judged(file)).toMatch(/^0 ok/);
    const shorter = { ...gap, leaf: gap.leaf.replace('[0,5]', '[0,2]') };
    expect(await faultOf({ ...file, lost: [shorter] })).toMatch(/^gap \d+ is not in the log/);
    const [hidden, ...others] = file.receipts as [ReceiptFile['receipts'][0]];
    expect(await faultOf({ ...file, receipts: others, lost: [hidden, gap].sort((a, b) => a.index - b.index) })).toBe(
      `gap ${hidden.index} is a receipt`,
    );
    await browser.open('/customer/receipts');
    expect(browser.response.text).toContain('A part of our records of this day was lost');
  });
});
