import { randomUUID } from 'node:crypto';
import type { CollectionState } from '@open-banking/access';
import type { Customer } from '../demo-bank/bank.js';
import { collect } from '../third-party/collect.js';
import { succeeded } from '../third-party/exchange.js';
import { answerAs } from '../third-party/scripted-customer.js';
import type { ThirdParty } from '../third-party/third-party.js';
import type { Insistence } from './insistence.js';
import type { TroubledBank } from './troubled-bank.js';

const currency = 'EUR';
export const collector = 'City Power';

/** A creditor with a mandate to collect as often as it likes, who presents a collection until it is answered. */
export class InsistentCreditor {
  private constructor(
    private readonly bank: TroubledBank,
    readonly mandate: string,
    private readonly insist: Insistence,
  ) {}

  static async of(bank: TroubledBank, party: ThirdParty, debtor: Customer, insist: Insistence): Promise<InsistentCreditor> {
    const { access_token: token } = await party.ownToken('mandates', 'MANDATE');
    const { iban } = debtor.accounts.find((account) => account.kind === 'account' && account.currency === currency)!.reference;
    const { resourceId } = succeeded<{ resourceId: string }>(
      'POST /v2/mandates',
      await party.call('POST', '/v2/mandates', {
        token,
        body: {
          mandateId: randomUUID().slice(0, 30),
          mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
          occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
          maximumAmount: { currency, amount: '60.00' },
          creditor: { name: collector },
          creditorSchemeIdentification: 'DE98ZZZ09999999999',
          creditorAccount: { iban: 'DE89370400440532013000' },
          debtor: { name: debtor.name },
          debtorAccount: { iban },
        },
      }),
    );
    const { url } = await party.begin('mandates', `MANDATE:${resourceId}`);
    await answerAs(url, { login: debtor.login, password: debtor.password, from: party.from });
    return new InsistentCreditor(bank, resourceId, insist);
  }

  /** Presents a collection until it is booked or returned. */
  async collect(): Promise<CollectionState> {
    const collectionId = randomUUID();
    return this.insist.on('collection', async () => {
      const collection = await collect(this.bank.operator, this.mandate, { collectionId, amount: { currency, amount: '1.00' } }, 5_000);
      return collection.state === 'accepted' ? undefined : collection;
    });
  }
}
