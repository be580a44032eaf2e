import { Injectable } from '@nestjs/common';
import { CustomerSearch, type FoundCustomer, type InternalRequest, lookupsContracts, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { consentStatusAt } from '@open-banking/ais-pis-consents';
import { isInvestigated, paymentStatusAt } from '@open-banking/ais-pis-payments';
import {
  consentFacts,
  customerFacts,
  foundCustomers,
  paymentFacts,
  type ConsentFactsRow,
  type PaymentFactsRow,
} from './lookups.statements.js';

/** `late`: clearing has not answered in its time, so that an operator may decide. */
interface PaymentFacts extends PaymentFactsRow {
  readonly instruction: (NonNullable<PaymentFactsRow['instruction']> & { readonly late: boolean }) | null;
}

/** What operators look up by its id, with its status at this moment, whether or not a change by time is stored yet. */
@Injectable()
export class LookupsInternal {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  @ServesInternal(lookupsContracts.inspectConsent)
  async consent({ params: { consentId = '' } }: InternalRequest): Promise<ConsentFactsRow> {
    const row = await this.database.row(consentFacts, consentId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { consentId });
    return { ...row, status: consentStatusAt(row, this.clock.now(), this.clock.today()) };
  }

  @ServesInternal(lookupsContracts.inspectCustomer)
  async customer({ params: { customerId = '' } }: InternalRequest): Promise<FoundCustomer> {
    const row = await this.database.row(customerFacts, customerId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { customerId });
    return row;
  }

  @ServesInternal(lookupsContracts.findCustomers)
  async customers({ body: { iban, login } }: InternalRequest<CustomerSearch>): Promise<{ readonly customers: readonly FoundCustomer[] }> {
    if ((iban === undefined) === (login === undefined))
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/iban', text: 'Give either iban or login.' }]);
    return { customers: await this.database.rows(foundCustomers, iban ?? null, login ?? null) };
  }

  @ServesInternal(lookupsContracts.inspectPayment)
  async payment({ params: { paymentId = '' } }: InternalRequest): Promise<PaymentFacts> {
    const row = await this.database.row(paymentFacts, paymentId);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN', { paymentId });
    const [now, { instruction }] = [this.clock.now(), row];
    return {
      ...row,
      transactionStatus: paymentStatusAt(row, now),
      instruction: instruction && {
        ...instruction,
        late: instruction.state === 'INSTRUCTED' && isInvestigated({ answerBy: new Date(instruction.answerBy) }, now),
      },
    };
  }
}
