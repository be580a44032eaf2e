import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { sandboxDataInternal, type Operation, services } from '@open-banking/spec';
import { exchange, ownBank, runningBank } from '@open-banking/testing';
import { InternalCallers } from '@open-banking/testing/sweep';
import { Operator } from './erasure/an-operator.js';

/** Calls an operation of cards as the portal does. */
function portalOf(bank: ReturnType<typeof runningBank>) {
  return (operation: Pick<Operation, 'id' | 'path' | 'method'>, body: object) => {
    const row = { ...operation, service: 'cards' } as Operation;
    const [authorization] = new InternalCallers(bank.facts.keysDir).authorization('portal', row, 'cards');
    const { internalPort } = bank.facts.internal.cards;
    const path = row.path.replace(/\{[^}]+\}/g, () => randomUUID());
    return exchange(`http://127.0.0.1:${internalPort}${path}`, {
      method: row.method,
      headers: { authorization: authorization!, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
}

describe('the data of a developer’s customers', () => {
  const bank = runningBank(services);

  it('are released by ids, and what is no id is refused', async () => {
    const released = (psuId: string, kept: string) =>
      portalOf(bank)(sandboxDataInternal.releaseSandboxData, { psuIds: [psuId], kept: [kept] });
    expect(await released(randomUUID(), randomUUID())).toAnswer(200);
    expect(await released(randomUUID(), 'x')).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: '/kept/0' }] });
    expect(await released('x', randomUUID())).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: '/psuIds/0' }] });
  });
});

describe('a data set', () => {
  const bank = ownBank(['cards'], {}, []);

  it('is taken once, and not again after its customer was released from it; a resource of another customer is refused', async () => {
    const [psuId, other, resourceId] = [randomUUID(), randomUUID(), randomUUID()];
    const add = (holder: string) =>
      portalOf(bank)(sandboxDataInternal.addSandboxData, {
        psuIds: [holder],
        rows: [{ type: 'holder', fields: { psuId: holder, resourceId, rule: 'any' } }],
      });
    const holders = async () =>
      (await bank.database('cards').query<{ id: string }>('select psu_id as id from holder where resource_id = $1', [resourceId])).rows;
    for (const _ of ['once', 'again']) expect(await add(psuId)).toAnswer(200);
    expect(await holders()).toEqual([{ id: psuId }]);
    expect(await portalOf(bank)(sandboxDataInternal.releaseSandboxData, { psuIds: [psuId], kept: [] })).toAnswer(200);
    const released = await holders();
    expect(released).not.toEqual([{ id: psuId }]);
    expect(await add(psuId)).toAnswer(200);
    expect(await holders()).toEqual(released);
    expect(await add(other)).toAnswer(409);
  }, 300_000);
});

describe('a service whose database password was rotated', () => {
  const bank = ownBank(['cards'], {}, []);

  it('takes the data of a developer’s customers before and after', async () => {
    const added = () => {
      const [psuId, resourceId] = [randomUUID(), randomUUID()];
      const rows = [{ type: 'holder', fields: { psuId, resourceId, rule: 'any' } }];
      return portalOf(bank)(sandboxDataInternal.addSandboxData, { psuIds: [psuId], rows });
    };
    expect(await added()).toAnswer(200);
    for (const _ of ['once', 'again']) {
      await new Operator(bank).openbank('rotate', 'database-passwords', '--data-dir', dirname(bank.facts.keysDir));
      expect(await added()).toAnswer(200);
    }
  }, 300_000);
});
