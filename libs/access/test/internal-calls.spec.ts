import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issuerContracts } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';
import type { InternalCall } from '@open-banking/telemetry';
import { InternalCalls, type InternalCallFailure } from '../src/internal-calls.js';
import type { InternalSigner } from '../src/internal-token.js';

describe('a call of an internal operation', () => {
  let answer = '';
  const finished: InternalCall[] = [];
  const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end(answer));
  let calls: InternalCalls;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const signer = { sign: () => Promise.resolve('token') } as unknown as InternalSigner;
    calls = new InternalCalls(signer, { 'ais-pis': [`http://127.0.0.1:${port}`] }, (call) => finished.push(call));
  });
  afterAll(async () => {
    calls.close();
    await new Promise((resolve) => server.close(resolve));
  });
  const introspect = () => calls.call('ais-pis', issuerContracts.introspectToken, { body: { issuer: 'consents', token: 'x' } });

  it('returns a response that fits its contract, with the fields of a later release', async () => {
    answer = JSON.stringify({ active: false, issuer: 'consents', later: 1 });
    expect(await introspect()).toEqual({ active: false, issuer: 'consents', later: 1 });
    expect(finished.pop()).toMatchObject({ operation: 'introspectToken', outcome: 'answered' });
  });

  it.each([
    ['{"active":"yes","issuer":"consents"}', '/active must be boolean'],
    ['{"active":true}', "the response must have required property 'issuer'"],
    ['{"active":true,"issuer":"somebody"}', '/issuer must be equal to one of the allowed values'],
  ])('counts %s as no answer, and says where it breaks the contract without its value', async (body, fault) => {
    answer = body;
    const refusal = (await introspect().catch((error: unknown) => error)) as Refusal;
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.status).toBe(503);
    const failure = refusal.detail as InternalCallFailure;
    expect(failure.reason).toBe('unanswered');
    expect((failure.cause as Error).message).toBe(
      `ais-pis answered introspectToken with 200 and a body that breaks its contract: ${fault}`,
    );
    expect(finished.pop()).toMatchObject({ operation: 'introspectToken', outcome: 'failed' });
  });
});
