import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adjustmentsInternal, services } from '@open-banking/spec';
import { internalCall, runningBank, temporaryFolder } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

const malformed = 'Must be a UUID other than the nil UUID.';
const nil = '00000000-0000-0000-0000-000000000000';

describe('an id that the caller chooses', () => {
  const bank = runningBank(services);
  const { openbank } = openbankOf(bank);
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it('must be a UUID, says every command that has --id', async () => {
    const transfer = join(folder.path, 'transfer.json');
    const amount = { currency: 'EUR', amount: '1.00' };
    const iban = bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!.reference['iban'];
    writeFileSync(
      transfer,
      JSON.stringify({ product: 'sepa-credit-transfers', amount, debtorName: 'Acme Ltd', creditorAccount: { iban } }),
    );
    for (const command of [
      ['receive', 'transfer', transfer],
      ['receive', 'collection', transfer],
      ['collect', randomUUID(), '--amount', '1.00'],
      ['adjustment', 'propose', '--iban', 'x', '--amount', '1.00', '--reason', 'x'],
      ['maintenance', 'announce', '--from', 'x', '--until', 'x', '--reason', 'x'],
    ])
      for (const id of ['abc', nil])
        expect([command, await openbank(...command, '--id', id)]).toEqual([
          command,
          { code: 1, out: '', err: expect.stringMatching(/--id.* it must be a UUID other than the nil UUID\.\n$/) },
        ]);
    const id = randomUUID();
    expect(await openbank('receive', 'transfer', transfer, '--id', id)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${id} booked`),
    });
  }, 300_000);

  it('is refused as malformed by the internal port, where an id that the bank gave is unknown', async () => {
    const amount = { currency: 'EUR', amount: '1.00' };
    const { iban } = bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!.reference;
    const propose = (adjustmentId: string) =>
      internalCall(
        bank.operator,
        'ais-pis',
        adjustmentsInternal.proposeAdjustment,
        { iban, amount, reason: 'Fee given back' },
        { adjustmentId },
      );
    const approve = (adjustmentId: string) =>
      internalCall(bank.operator, 'ais-pis', adjustmentsInternal.approveAdjustment, undefined, { adjustmentId });
    for (const id of ['abc', nil]) {
      expect(await propose(id)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'adjustmentId', text: malformed }] });
      expect(await approve(id)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
    }
    expect(await propose(randomUUID())).toAnswer(200, { state: 'PROPOSED' });
  });
});
