import { randomUUID } from 'node:crypto';
import { sandboxDataInternal, type Operation } from '@open-banking/spec';
import { exchange, runningBank } from '@open-banking/testing';
import { InternalCallers } from './fuzz/internal-callers.js';

describe('the data of a developer’s customers', () => {
  const bank = runningBank();

  it('are released by ids, and what is no id is refused', async () => {
    const row = { ...sandboxDataInternal.releaseSandboxData, service: 'cards' } as Operation;
    const callers = new InternalCallers(bank.facts.keysDir);
    const path = row.path.replace('{developerId}', randomUUID());
    const released = async (psuId: string, kept: string) => {
      const [authorization] = callers.authorization('portal', row, 'cards');
      return exchange(`http://127.0.0.1:${bank.facts.internal.cards.internalPort}${path}`, {
        method: 'POST',
        headers: { authorization: authorization!, 'content-type': 'application/json' },
        body: JSON.stringify({ psuIds: [psuId], kept: [kept] }),
      });
    };
    expect(await released(randomUUID(), randomUUID())).toAnswer(200);
    expect(await released(randomUUID(), 'x')).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: '/kept/0' }] });
    expect(await released('x', randomUUID())).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: '/psuIds/0' }] });
  });
});
