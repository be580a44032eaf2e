import { randomUUID } from 'node:crypto';
import type { Customer } from '@open-banking/installation/customers-file';
import { collect, expectSuccess } from '@open-banking/operator-client';
import type { RetryPolicy } from '@open-banking/sandbox/payer';
import { type ThirdParty, completeInteraction } from '@open-banking/sandbox/third-party';
import type { ChaosBank } from './chaos-bank.js';
import type { CollectionState } from '@open-banking/contracts';

const currency = 'EUR';
export const creditorName = 'City Power';

/** A creditor with a mandate for unlimited collections, which presents each collection until it gets a result. */
export class RetryingCreditor {
  private constructor(
    private readonly bank: ChaosBank,
    readonly mandate: string,
    private readonly retryPolicy: RetryPolicy,
  ) {}

  static async of(bank: ChaosBank, party: ThirdParty, debtor: Customer, retryPolicy: RetryPolicy): Promise<RetryingCreditor> {
    const { access_token: token } = await party.clientToken('mandates', 'MANDATE');
    const { iban } = debtor.accounts.find((account) => account.kind === 'account' && account.currency === currency)!.reference;
    const { resourceId } = expectSuccess<{ resourceId: string }>(
      'POST /v2/mandates',
      await party.call('POST', '/v2/mandates', {
        token,
        body: {
          mandateId: randomUUID().slice(0, 30),
          mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
          occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
          maximumAmount: { currency, amount: '60.00' },
          creditor: { name: creditorName },
          creditorSchemeIdentification: 'DE98ZZZ09999999999',
          creditorAccount: { iban: 'DE89370400440532013000' },
          debtor: { name: debtor.name },
          debtorAccount: { iban },
        },
      }),
    );
    const { url } = await party.startAuthorization('mandates', `MANDATE:${resourceId}`);
    await completeInteraction(url, { login: debtor.login, password: debtor.password, from: party.from });
    return new RetryingCreditor(bank, resourceId, retryPolicy);
  }

  /** Presents a collection until it is booked or returned. */
  async collect(): Promise<CollectionState> {
    const collectionId = randomUUID();
    return this.retryPolicy.retry('collection', async () => {
      const collection = await collect(this.bank.operator, this.mandate, { collectionId, amount: { currency, amount: '1.00' } }, 5_000);
      return collection.state === 'accepted' ? undefined : collection;
    });
  }
}
