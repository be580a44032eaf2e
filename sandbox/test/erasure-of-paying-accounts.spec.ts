import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';
import type { Erasure } from '@open-banking/sandbox/third-party';
import { newCustomer, ownBank, type TestCustomer } from '@open-banking/testing';
import { aWholeCustomer, closed, moneyMoved, placesOf, type WholeCustomer } from './erasure/a-whole-customer.js';

const execFileDone = promisify(execFile);
const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));
const paidServices = ['cards', 'savings-loans', 'securities'] as const;

describe('erasing one of two customers, of whom one pays for what the other holds', () => {
  const bank = ownBank(services);
  const openbank = async (...args: string[]): Promise<string> =>
    (await execFileDone(process.execPath, [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile]))
      .stdout;

  /** The proofs that fail, of each service and between services. */
  const broken = async (): Promise<unknown[]> => {
    const report = await openbank('ledger', 'check', '--json').catch(({ stdout }: { stdout: string }) => stdout);
    const { checks } = JSON.parse(report) as { checks: { ok: boolean }[] };
    expect(checks.length).toBeGreaterThan(0);
    return checks.filter(({ ok }) => !ok);
  };
  const isErased = async ({ psuId }: TestCustomer): Promise<void> => {
    expect(JSON.parse(await openbank('erase', psuId, '--yes', '--json'))).toMatchObject<Partial<Erasure>>({
      endedAt: expect.any(String) as string,
    });
  };

  /** A customer whose account pays for the card, savings and securities of another one. */
  const aPayer = async (): Promise<{ payer: WholeCustomer; holder: WholeCustomer }> => {
    const payer = await aWholeCustomer(bank, 251);
    await moneyMoved(bank, payer, 1);
    const holder = { ...payer, ...(await newCustomer(bank)) };
    for (const service of paidServices)
      await bank.database(service).query('update holder set psu_id = $2 where psu_id = $1', [payer.psuId, holder.psuId]);
    return { payer, holder };
  };
  const placesIn = (places: readonly string[], service: string) => places.filter((place) => place.startsWith(`${service}: `));

  it('takes the number of an erased customer’s account from what only others hold, and leaves those of another customer', async () => {
    const [{ payer }, { payer: neighbour }] = [await aPayer(), await aPayer()];
    expect(await broken()).toEqual([]);
    const numbers = [payer.iban, payer.accountNumber];
    expect(await placesOf(bank, numbers)).toEqual(
      expect.arrayContaining([
        `cards: ${payer.iban} in card`,
        `savings-loans: ${payer.iban} in savings_account`,
        `savings-loans: ${payer.iban} in savings_entry`,
        `securities: ${payer.iban} in securities_account`,
      ]),
    );
    const before = await placesOf(bank, neighbour.canaries);
    await closed(bank, payer);
    await isErased(payer);
    expect(await placesOf(bank, numbers)).toEqual([]);
    expect(await placesOf(bank, neighbour.canaries)).toEqual(before);
    expect(await broken()).toEqual([]);
  }, 600_000);

  it('keeps what the books compare where only who holds the contract is erased, and where the payer is erased later', async () => {
    const { payer, holder } = await aPayer();
    await closed(bank, holder);
    await isErased(holder);
    const left = await placesOf(bank, [payer.iban]);
    for (const service of paidServices) expect(placesIn(left, service)).toEqual([]);
    expect(placesIn(left, 'ais-pis')).toContain(`ais-pis: ${payer.iban} in account`);
    expect(await broken()).toEqual([]);
    await closed(bank, payer);
    await isErased(payer);
    expect(await placesOf(bank, [payer.iban])).toEqual([]);
    expect(await broken()).toEqual([]);
  }, 600_000);

  it('keeps it where the payer is erased first', async () => {
    const { payer, holder } = await aPayer();
    await closed(bank, payer);
    await isErased(payer);
    await closed(bank, holder);
    await isErased(holder);
    expect(await placesOf(bank, payer.canaries)).toEqual([]);
    expect(await broken()).toEqual([]);
  }, 600_000);
});
