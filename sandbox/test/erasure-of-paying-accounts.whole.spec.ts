import type { ErasureRow } from '@open-banking/contracts';
import { services } from '@open-banking/spec';
import { newCustomer, freshBank } from '@open-banking/testing';
import { aWholeCustomer, closed, moneyMoved, placesOf, type WholeCustomer } from './erasure/a-whole-customer.js';
import { Operator } from './erasure/an-operator.js';

const paidServices = ['cards', 'savings-loans', 'securities'] as const;

describe('erasing one of two customers, of whom one pays for what the other holds', () => {
  const bank = freshBank(services);
  const operator = new Operator(bank);
  /** All that the customer has is closed, and then the customer erased. */
  const erased = async (customer: WholeCustomer): Promise<void> => {
    await closed(bank, customer);
    expect(await operator.erase(customer.psuId)).toMatchObject<Partial<ErasureRow>>({ endedAt: expect.any(String) as string });
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
    expect(await operator.brokenProofs()).toEqual([]);
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
    await erased(payer);
    expect(await placesOf(bank, numbers)).toEqual([]);
    expect(await placesOf(bank, neighbour.canaries)).toEqual(before);
    expect(await operator.brokenProofs()).toEqual([]);
  }, 600_000);

  it('keeps what the books compare where only who holds the contract is erased, and where the payer is erased later', async () => {
    const { payer, holder } = await aPayer();
    await erased(holder);
    const left = await placesOf(bank, [payer.iban]);
    for (const service of paidServices) expect(placesIn(left, service)).toEqual([]);
    expect(placesIn(left, 'ais-pis')).toContain(`ais-pis: ${payer.iban} in account`);
    expect(await operator.brokenProofs()).toEqual([]);
    await erased(payer);
    expect(await placesOf(bank, [payer.iban])).toEqual([]);
    expect(await operator.brokenProofs()).toEqual([]);
  }, 600_000);

  it('keeps it where the payer is erased first', async () => {
    const { payer, holder } = await aPayer();
    await erased(payer);
    await erased(holder);
    expect(await placesOf(bank, payer.canaries)).toEqual([]);
    expect(await operator.brokenProofs()).toEqual([]);
  }, 600_000);
});
