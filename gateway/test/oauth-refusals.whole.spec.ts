import { startGateway } from '../src/gateway.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { startProbe, type Probe } from './probes.js';
import { ask, chunk, hear } from './raw-request.js';

type Targets = Partial<Record<'ais-pis' | 'mandates', string[]>>;
const kinds = {
  'the Node gateway': (targets: Targets) => startGateway({ port: 0, targets }),
  ...(hasHaproxy && { HAProxy: (targets: Targets) => startHaproxy(targets) }),
};

const oauth = [
  '/v1.7/oauth/consents/par',
  '/v1.7/oauth/payments/token',
  '/v2/oauth/mandates/cancellation/revoke?x=1',
  '/v1.7/oauth/consents/register',
  '/v1.7/oauth/consents/register/x',
];
const others = ['/v1.7/oauth/consents/app-answers', '/v1.7/oauth/consents/par/x', '/v1.7/consents'];

describe.each(Object.entries(kinds))('what %s itself refuses', (_, start) => {
  let probes: Probe[];
  let gateway: { readonly url: string; close(): Promise<void> };
  beforeAll(async () => {
    probes = await Promise.all((['ais-pis', 'mandates'] as const).map((service) => startProbe(service)));
    gateway = await start(Object.fromEntries(probes.map(({ service, origin }) => [service, [origin]])));
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all(probes.map((probe) => probe.close()));
  });

  /** Status and error of a refusal: that of OAuth where the answer has one, the bank's otherwise. */
  const refused = async (path: string, headers: Readonly<Record<string, string>>, body = '') => {
    const heard = (await hear(gateway, ask(`POST ${path}`, { 'X-Request-ID': crypto.randomUUID(), ...headers }, body)))!;
    if (heard.status === 200) return [200];
    const { error, error_description: description, tppMessages } = JSON.parse(heard.body) as Record<string, unknown>;
    const [{ code }] = tppMessages as [{ code: string }];
    expect([path, heard.headers['content-type'], description === undefined]).toEqual([path, 'application/json', error === undefined]);
    return [heard.status, error ?? code];
  };
  const empty = { 'Content-Length': '0' };

  it('has the form of OAuth where OAuth libraries call, and the bank’s everywhere', async () => {
    const large = `${chunk('x'.repeat(65_537))}0\r\n\r\n`;
    for (const [paths, invalid, unavailable] of [
      [oauth, 'invalid_request', 'temporarily_unavailable'],
      [others, 'FORMAT_ERROR', 'SERVICE_UNAVAILABLE'],
    ] as const)
      for (const path of paths) {
        expect([path, ...(await refused(path, { 'Content-Length': '65537' }, 'x'))]).toEqual([path, 413, invalid]);
        expect([path, ...(await refused(path, { 'Transfer-Encoding': 'chunked' }, large))]).toEqual([path, 413, invalid]);
        expect([path, ...(await refused(path, { ...empty, 'X-Probe-Do': 'drop-once' }))]).toEqual([path, 503, unavailable]);
        if (path !== '/v1.7/consents') expect(await refused(path, empty)).toEqual([200]);
      }
  });

  it('has it for a service that does not answer, too', async () => {
    const answers = await Promise.all(
      [oauth[0]!, oauth[0]!, others[0]!].map((path, at) => refused(path, at === 1 ? empty : { ...empty, 'X-Probe-Do': 'hang' })),
    );
    expect(answers).toEqual([[504, 'temporarily_unavailable'], [200], [504, 'SERVICE_UNAVAILABLE']]);
  });
});
