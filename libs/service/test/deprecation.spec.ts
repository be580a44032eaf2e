import { type Logs, Metrics } from '@open-banking/telemetry';
import { clientAddress } from '@open-banking/http';
import { noTraces } from '@open-banking/telemetry/tracing';
import { cards } from '@open-banking/spec';
import type { AnswerCountsService } from '../src/availability/answer-counts.service.js';
import { AnnouncedMaintenance } from '../src/maintenance/announced-maintenance.js';
import { adapter, observe } from '../src/server.js';

const hourMs = 3_600_000;
const nothing = () => undefined;
const logs = { log: { isLevelEnabled: () => false, info: nothing, error: nothing }, plain: nothing, fault: () => true };

/** A server with two operations, of which one is deprecated. */
function aServer(maintenance = new AnnouncedMaintenance()) {
  const server = adapter().getInstance();
  const context = { draining: { started: false }, maintenance } as unknown as Parameters<typeof observe>[3];
  const counts = { count: nothing } as unknown as AnswerCountsService;
  const client = { addressOf: clientAddress([]), certificateOf: nothing };
  observe(server, { written: logs as unknown as Logs, metrics: new Metrics('cards'), traces: noTraces }, client, context, counts);
  const deprecated = { ...cards.listCards, deprecated: { since: '2027-01-01', lastDay: '2027-07-31' } };
  server.get('/old', { config: { operation: deprecated } }, () => ({}));
  server.get('/old-and-refused', { config: { operation: deprecated } }, (_, reply) => reply.code(401).send({}));
  server.get('/new', { config: { operation: cards.readCard } }, () => ({}));
  return async (path: string) => (await server.inject(path)).headers;
}

describe('A deprecated operation', () => {
  it('answers, also with a refusal, since when it is deprecated, when it ends, and where to read about it; others say nothing', async () => {
    const headersOf = aServer();
    const announced = {
      deprecation: '@1798761600',
      sunset: 'Sat, 31 Jul 2027 23:59:59 GMT',
      link: '</changelog>; rel="deprecation"; type="text/html"',
    };
    expect(await headersOf('/old')).toMatchObject(announced);
    expect(await headersOf('/old-and-refused')).toMatchObject(announced);
    const others = await headersOf('/new');
    for (const name of Object.keys(announced)) expect(others).not.toHaveProperty(name);
  });

  it('links to maintenance as well while there is some', async () => {
    const maintenance = new AnnouncedMaintenance();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    maintenance.know([{ windowId: 'one', startsAt: at(hourMs), endsAt: at(2 * hourMs) }]);
    const headersOf = aServer(maintenance);
    expect(await headersOf('/old')).toMatchObject({
      link: '</maintenance-windows>; rel="status", </changelog>; rel="deprecation"; type="text/html"',
    });
    expect(await headersOf('/new')).toMatchObject({ link: '</maintenance-windows>; rel="status"' });
  });
});
