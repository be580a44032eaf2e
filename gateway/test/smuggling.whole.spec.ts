import { services } from '@open-banking/spec';
import { startGateway } from '../src/gateway.js';
import type { TlsListener } from '../src/tls.js';
import { Authority } from './authority.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { openlySent, smugglingReport } from './smuggling-attack.js';
import { pathsReport } from './smuggling-paths.js';
import { startWitness } from './smuggling-witness.js';

const kinds = {
  'the Node gateway': (targets: Record<string, string[]>, tls: Omit<TlsListener, 'port'>) =>
    startGateway({ port: 0, tls: { port: 0, ...tls }, targets }),
  ...(hasHaproxy && { HAProxy: (targets: Record<string, string[]>, tls: Omit<TlsListener, 'port'>) => startHaproxy(targets, tls) }),
};
const authority = await Authority.open('Own');
const tls = { ...(await authority.issue('bank', 'serverAuth')), clientAuthority: authority.certificate };

const stands = await Promise.all(
  Object.entries(kinds).flatMap(([kind, start]) =>
    [
      { name: `${kind}, before a service`, lenient: false, secure: false },
      { name: `${kind}, before a lenient service`, lenient: true, secure: false },
      { name: `${kind} over TLS, before a lenient service`, lenient: true, secure: true },
    ].map(async ({ name, lenient, secure }) => {
      const witness = await startWitness(lenient);
      const gateway = await start(Object.fromEntries(services.map((service) => [service, [witness.origin]])), tls);
      const close = async () => {
        await gateway.close();
        witness.close();
      };
      return { name, url: secure ? `https://127.0.0.1:${gateway.tlsPort}` : gateway.url, seen: () => witness.seen, close };
    }),
  ),
);
afterAll(() => Promise.all(stands.map(({ close }) => close())));

describe('a request that is hidden in another one', () => {
  it.concurrent.each(stands)('is seen by the witness if it is sent openly, or behind another one ($name)', async (stand) => {
    expect(await openlySent(stand)).toEqual({ seen: 2, answered: 2 });
  });

  it.concurrent.each(stands)('is not hidden by the spelling of its path, which arrives as it was sent ($name)', async (stand) => {
    expect(await pathsReport(stand)).toEqual({ changed: [], reached: [] });
  });

  it.concurrent.each(stands)(
    "reaches no service unread by the gateway, and takes nobody else's answer ($name)",
    async (stand) => {
      const { tries, reached, robbed } = await smugglingReport(stand);
      expect(tries).toBeGreaterThan(140);
      expect({ reached, robbed }).toEqual({ reached: [], robbed: [] });
    },
    300_000,
  );
});
