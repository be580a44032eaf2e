import { startGateway, type Gateway } from '../src/gateway.js';
import { startProbe, type Probe } from './probes.js';
import { ask, hear } from './raw-request.js';

// Behind HAProxy, which hands every method on, the services say the same (gateway/test/unreadable-requests.spec.ts).
describe('the Node gateway', () => {
  let [probe, gateway]: [Probe?, Gateway?] = [];
  beforeAll(async () => {
    probe = await startProbe('cards');
    gateway = await startGateway({ port: 0, targets: { cards: [probe.origin] } });
  });
  afterAll(async () => {
    await gateway?.close();
    await probe?.close();
  });

  it('says of a method that it does not know that this may be the fault, and hands on one that it knows', async () => {
    for (const method of ['FOO', 'get'])
      expect(JSON.parse((await hear(gateway!, ask(`${method} /v1.7/cards`)))!.body)).toMatchObject({
        tppMessages: [{ code: 'FORMAT_ERROR', text: 'The method is not known, or the request is not valid HTTP/1.1 (RFC 9112).' }],
      });
    expect((await hear(gateway!, ask('GET /v1.7/cards')))!.status).toBe(200);
    expect((await hear(gateway!, ask('PATCH /v1.7/cards')))!).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  });
});
