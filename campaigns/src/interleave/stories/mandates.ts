import { randomUUID } from 'node:crypto';
import { mandatesInternal } from '@open-banking/spec';
import { expectSuccess, type HttpResponse, internalCall } from '@open-banking/operator-client';
import { fail } from '../world/fault.js';
import type { Story } from '../world/story.js';
import { shownCode, type Account, type World } from '../world/world.js';

interface Mandate {
  readonly resourceId: string;
  readonly account: Account;
}

/** A mandate of one new customer, approved. */
async function aMandate(world: World, sequenceType: 'OOFF' | 'RCUR'): Promise<Mandate> {
  const [party, customer] = await Promise.all([world.client(['PSP_PI']), world.customer()]);
  const account = await world.account([customer]);
  const { access_token: token } = await party.clientToken('mandates', 'MANDATE');
  const body = {
    mandateId: randomUUID().slice(0, 30),
    mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
    occurrences: { sequenceType, ...(sequenceType === 'RCUR' && { frequencyType: 'MNTH' }) },
    maximumAmount: { currency: 'EUR', amount: '60.00' },
    creditor: { name: 'City Power' },
    creditorSchemeIdentification: 'DE98ZZZ09999999999',
    creditorAccount: { iban: 'DE89370400440532013000' },
    debtor: { name: 'Interleaved' },
    debtorAccount: { iban: account.iban },
  };
  const { resourceId } = expectSuccess<{ resourceId: string }>('mandate', await party.call('POST', '/v2/mandates', { token, body }));
  const at = await world.atApproval(party, customer, `MANDATE:${resourceId}`);
  await at.browser.press('approve');
  if (shownCode(at) === undefined) throw new Error('the mandate is not approved');
  return { resourceId, account };
}

const ask = (
  world: World,
  row: (typeof mandatesInternal)[keyof typeof mandatesInternal],
  body: object,
  resourceId: string,
  requestId: string,
) => internalCall({ ...world.operator, requestId }, 'mandates', row, body, { resourceId });

const collected = { amount: { currency: 'EUR', amount: '25.00' } };

interface CollectionRow {
  readonly collection_id: string;
  readonly state: string;
}

/** What is wrong with collections and the debits of the account, of which each is 25.00. */
async function faultsOfCollections(world: World, { resourceId, account }: Mandate): Promise<{ rows: CollectionRow[]; faults: string[] }> {
  const rows = await world.rows<CollectionRow>(
    'select collection_id, state from collection where resource_id = $1',
    [resourceId],
    'mandates',
  );
  const booked = rows.filter(({ state }) => state === 'booked').length;
  const debits = await world.value<number>('select count(*)::int from entry where account_id = $1 and amount = -25', account.accountId);
  const balance = Number(await world.value<string>('select booked from account_balance where account_id = $1', account.accountId));
  return {
    rows,
    faults: [
      ...fail(booked !== debits, `${booked} collections are booked, and the account has ${debits} debits`),
      ...fail(balance !== 100 - 25 * debits, `the account has ${balance} after ${debits} debits`),
      ...rows.flatMap(({ state }) => fail(state === 'accepted', 'a collection is accepted, and neither booked nor returned')),
    ],
  };
}

const mandateStatus = async (world: World, resourceId: string): Promise<string> =>
  (await world.rows<{ mandate_status: string }>('select mandate_status from mandate where resource_id = $1', [resourceId], 'mandates'))[0]!
    .mandate_status;

/** The bank suspends a mandate for one collection while that is presented: collected, the mandate has expired; returned, it is suspended. */
export const collectionBesideSuspend: Story = {
  name: 'collection-beside-suspend',
  steps: 40,
  perform: async (world) => {
    const mandate = await aMandate(world, 'OOFF');
    const { resourceId } = mandate;
    let presented: HttpResponse | undefined;
    return {
      roles: [
        {
          name: 'clearing',
          play: {
            requests: async (requestId) => {
              const body = { collectionId: randomUUID(), ...collected };
              presented = await ask(world, mandatesInternal.presentCollection, body, resourceId, requestId());
            },
          },
        },
        { name: 'bank', play: { requests: (requestId) => ask(world, mandatesInternal.suspendMandate, {}, resourceId, requestId()) } },
      ],
      faults: async () => {
        const { rows, faults } = await faultsOfCollections(world, mandate);
        const [status, isBooked] = [await mandateStatus(world, resourceId), rows[0]?.state === 'booked'];
        return [
          ...faults,
          ...fail(
            presented!.status !== 200 || rows.length !== 1,
            `the collection is answered ${presented!.status}, and ${rows.length} are stored`,
          ),
          ...fail(status !== (isBooked ? 'EXPI' : 'SUSP'), `the collection is ${rows[0]?.state}, and the mandate ${status}`),
        ];
      },
    };
  },
};

/** Two collections of one month under a monthly mandate, at once: one is booked, the other returned. */
export const collectionTwice: Story = {
  name: 'collection-twice',
  steps: 45,
  perform: async (world) => {
    const mandate = await aMandate(world, 'RCUR');
    const presents = (name: string) => ({
      name,
      play: {
        requests: (requestId: () => string) =>
          ask(world, mandatesInternal.presentCollection, { collectionId: randomUUID(), ...collected }, mandate.resourceId, requestId()),
      },
    });
    return {
      roles: [presents('one file'), presents('another')],
      faults: async () => {
        const { rows, faults } = await faultsOfCollections(world, mandate);
        const states = rows.map(({ state }) => state).sort();
        return [...faults, ...fail(states.join() !== 'booked,returned', `the collections are ${states.join(' and ')}`)];
      },
    };
  },
};
