import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { AScenarist } from './a-scenarist.js';
import { services } from '@open-banking/spec';

const slowMs = 300_000;

describe('a reset of a sandbox customer', () => {
  const bank = runningBank(services);

  it(
    'ends every mandate of the customer, however many there are',
    async () => {
      const one = await AScenarist.of(bank);
      const client = await one.client(bank);
      const { customerId, logins } = await one.customer({ products: ['euroAccount'] });
      const created = await (
        await client.withClientToken('mandates', 'MANDATE')
      ).post('/v2/mandates', {
        mandateId: randomUUID().slice(0, 30),
        mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
        occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
        creditor: { name: 'City Power' },
        creditorSchemeIdentification: 'DE98ZZZ09999999999',
        creditorAccount: { iban: 'DE89370400440532013000' },
        debtor: { name: 'Dana Levi' },
        debtorAccount: { iban: logins[0]!.accounts[0]!.reference.iban },
      });
      const resourceId = created.body['resourceId'] as string;
      await client.approvedBy(logins[0] as never, 'mandates', `MANDATE:${resourceId}`);
      const database = bank.database('mandates');
      // As many more as a list shows and half of that: copies of the one that was approved.
      await database.query(
        `with copy as (
           insert into mandate (resource_id, client_id, creditor_scheme_id, mandate_id, psu_id, request, mandate_status, date_of_signature, created_at, status_changed_at, debtor_account_id, debtor_account, idle_since)
           select gen_random_uuid(), client_id, creditor_scheme_id, left(mandate_id, 20) || n, psu_id, request, mandate_status, date_of_signature, created_at, status_changed_at, debtor_account_id, debtor_account, idle_since
           from mandate, generate_series(1, 150) n where resource_id = $1
           returning resource_id)
         insert into mandate_approval (resource_id, psu_id, approved_at) select copy.resource_id, a.psu_id, a.approved_at from copy, mandate_approval a where a.resource_id = $1`,
        [resourceId],
      );
      const statuses = async () =>
        (
          await database.query<{ status: string; count: number }>(
            `select m.mandate_status as status, count(*)::int as count from mandate m join mandate_approval a using (resource_id)
             where a.psu_id = (select psu_id from mandate_approval where resource_id = $1) group by 1`,
            [resourceId],
          )
        ).rows;
      expect(await statuses()).toEqual([{ status: 'ACTV', count: 151 }]);
      const reset = () => one.call('POST', `/sandbox/customers/${customerId}/resets`);
      let answer = await reset();
      // The gateway waits 5 s; what has not ended by then goes on, and the same request waits for its turn, then finds the rest.
      while ([409, 504].includes(answer.status)) answer = await reset();
      expect(answer).toAnswer(200);
      expect(await statuses()).toEqual([{ status: 'CANC', count: 151 }]);
    },
    slowMs,
  );
});
