import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import { freshBank, TestClient, TraceReceiver, type ConsentedCaller, type ReceivedSpan } from '@open-banking/testing';
import { hasHaproxy, logLines, startHaproxy } from './haproxy-process.js';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const receiver = await TraceReceiver.open();
const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, OTEL_TRACES_SAMPLER_ARG: '0' };

/** A client's own trace: `01` if the client records it. */
function foreignTrace(flags: '00' | '01'): { traceId: string; spanId: string; headers: Record<string, string> } {
  const [traceId, spanId] = [hex(16), hex(8)];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}`, tracestate: 'vendor=1' } };
}

interface StartedGateway {
  readonly url: string;
  readonly metricsUrl?: string;
  said(): string;
  stop(): Promise<unknown>;
}

async function nodeGateway(targets: Readonly<Record<string, string>>, settings: Readonly<Record<string, string>>): Promise<StartedGateway> {
  const env = { PATH: process.env['PATH'], PORT: '0', METRICS_PORT: '0', ...targets, ...tracing, ...settings };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said.includes('\n')) await once(child.stdout, 'data');
  const { url, metricsPort } = JSON.parse(said.split('\n')[0]!) as { url: string; metricsPort: number };
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    said: () => said,
    stop: () => {
      child.kill('SIGTERM');
      return once(child, 'close');
    },
  };
}

const has = (spans: readonly ReceivedSpan[], service: string, name: string): boolean =>
  spans.some((span) => span.service === service && span.name === name);
const isComplete = (spans: readonly ReceivedSpan[]): boolean =>
  has(spans, 'cards', 'listCards') && has(spans, 'ais-pis', 'introspectToken');

/** The chain of a span's callers, outermost first. */
function pathTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathTo(parent, spans) : []), `${span.service} ${span.name}`];
}

describe('a request', () => {
  const bank = freshBank(['ais-pis', 'cards'], tracing);
  let targets: Record<string, string>;

  beforeAll(() => {
    const origins = { cards: bank.facts.internal.cards.port, 'ais-pis': bank.facts.internal['ais-pis'].port };
    targets = { CARDS_URL: `http://127.0.0.1:${origins.cards}`, AIS_PIS_URL: `http://127.0.0.1:${origins['ais-pis']}` };
  });
  afterAll(() => {
    receiver.close();
  });

  /** A caller with a token of its own, which no service has asked ais-pis about. */
  const newCaller = async (): Promise<ConsentedCaller> =>
    (await bank.client()).consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
  const listed = async (caller: ConsentedCaller, url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
    (await caller.at(url).get('/v1.7/cards', { headers })).status;

  const logged = async (file: string, text: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      const found = lines.find((line) => line.includes(text));
      if (found !== undefined) return JSON.parse(found) as Record<string, unknown>;
      await pause(50);
    }
  };

  it('has a trace that leads from the gateway to the service, to the introspection at ais-pis and to the SQL of both, and holds nothing of the customer', async () => {
    const [caller, gateway] = [await newCaller(), await nodeGateway(targets, { OTEL_TRACES_SAMPLER_ARG: '1' })];
    expect(await listed(caller, gateway.url)).toBe(200);
    await gateway.stop();
    const root = receiver.spans.find(({ service, name }) => service === 'gateway' && name === 'GET /v1.7/cards')!;
    const spans = await receiver.trace(root.traceId, (found) => isComplete(found) && has(found, 'cards', 'cards.list'));
    const paths = spans.map((span) => pathTo(span, spans).join(' > '));
    const inCards = 'gateway GET /v1.7/cards > cards listCards';
    expect(paths).toEqual(expect.arrayContaining([inCards, `${inCards} > cards introspectToken > ais-pis introspectToken`]));
    expect(paths.some((path) => path.startsWith(`${inCards} > cards cards.`))).toBe(true);
    expect(paths.some((path) => path.startsWith(`${inCards} > cards introspectToken > ais-pis introspectToken > ais-pis `))).toBe(true);
    expect(root).not.toHaveProperty('parentSpanId');
    expect(spans.find(({ name }) => name === 'listCards')).toMatchObject({
      kind: 2,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1.7/cards',
        'http.response.status_code': 200,
        'openbank.client.id': caller.party.client.clientId,
      },
    });
    const customer = bank.customerWith('card');
    const secrets = [
      caller.token!,
      caller.consentId,
      customer.psuId,
      customer.login,
      ...customer.accounts.map(({ resourceId }) => resourceId),
    ];
    expect(secrets.filter((secret) => receiver.raw.includes(secret))).toEqual([]);

    // The log lines of all three lead to it.
    const logs = join(dirname(bank.facts.caFolder), 'logs');
    expect(JSON.parse(gateway.said().split('\n')[1]!)).toMatchObject({ route: '/v1.7/cards', traceId: root.traceId });
    expect(await logged(join(logs, 'cards.log'), root.traceId)).toMatchObject({ operation: 'listCards' });
    expect(await logged(join(logs, 'ais-pis.log'), root.traceId)).toMatchObject({ operation: 'introspectToken', internal: true });
  });

  it.each(['Node gateway', ...(hasHaproxy ? ['HAProxy'] : [])])(
    "continues its client's trace behind the %s if the client records it, and is not recorded if it does not",
    async (kind) => {
      const haproxy = kind === 'HAProxy' ? await startHaproxy({ cards: [targets['CARDS_URL']!] }) : undefined;
      const gateway = haproxy ? { ...haproxy, stop: haproxy.close } : await nodeGateway(targets, {});
      const callers = [await newCaller(), await newCaller()] as const;
      const [unrecorded, recorded] = [foreignTrace('00'), foreignTrace('01')];
      expect(await listed(callers[0], gateway.url, unrecorded.headers)).toBe(200);
      expect(await listed(callers[0], gateway.url)).toBe(200);
      // Spans of requests before may still arrive.
      const known = new Set(receiver.spans.map(({ traceId }) => traceId));
      expect(await listed(callers[1], gateway.url, recorded.headers)).toBe(200);
      const spans = await receiver.trace(recorded.traceId, isComplete);
      await gateway.stop();
      const first = haproxy ? 'listCards' : 'GET /v1.7/cards';
      await receiver.trace(recorded.traceId, (found) => found.some(({ name }) => name === first));
      expect(receiver.spans.find(({ traceId, name }) => traceId === recorded.traceId && name === first)!.parentSpanId).toBe(
        recorded.spanId,
      );
      expect(spans.length).toBeGreaterThan(0);
      expect(receiver.spans.filter(({ traceId }) => traceId === unrecorded.traceId)).toEqual([]);
      expect(new Set(receiver.spans.map(({ traceId }) => traceId).filter((traceId) => !known.has(traceId)))).toEqual(
        new Set([recorded.traceId]),
      );
    },
  );

  it.each(['Node gateway', ...(hasHaproxy ? ['HAProxy'] : [])])(
    "is in the %s's log with operation and client, which the response does not contain; without a client where none is known",
    async (kind) => {
      const haproxy =
        kind === 'HAProxy' ? await startHaproxy({ cards: [targets['CARDS_URL']!], 'ais-pis': [targets['AIS_PIS_URL']!] }) : undefined;
      const gateway = haproxy ? { ...haproxy, stop: haproxy.close } : await nodeGateway(targets, {});
      const client = await bank.client();
      const caller = await client.consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
      const answers = [
        await caller.at(gateway.url).get('/v1.7/cards'),
        await caller.at(gateway.url).get('/v1.7/cards', { headers: { 'consent-id': '' } }),
        await bank.anonymous.at(gateway.url).get('/v1.7/cards'),
        await bank.anonymous.at(gateway.url).get('/v1.7/no-such-path'),
      ];
      const token = await new TestClient(gateway.url, client.client, client.from)
        .clientToken('consents', 'AIS')
        .catch((error: unknown) => error);
      expect(token).toMatchObject({ access_token: expect.any(String) as string });
      const log = await logLines(gateway, '"requestId"', answers.length + 1);
      await gateway.stop();
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 404]);
      expect(answers.flatMap(({ headers }) => Object.keys(headers)).filter((name) => name.startsWith('x-openbank'))).toEqual([]);
      const lines = log.map(({ operation, clientId }) =>
        [operation, clientId].map((fact) => (fact === '-' || fact === '' ? undefined : fact)),
      );
      const { clientId } = client;
      expect(lines).toEqual(
        expect.arrayContaining([
          ['listCards', clientId],
          ['listCards', undefined],
          [undefined, undefined],
          ['consents.issueToken', clientId],
        ]),
      );
      expect(lines.filter(([operation]) => operation === 'listCards')).toHaveLength(3);
    },
  );

  it('is answered as ever while the receiver is away, and its spans are dropped and counted', async () => {
    receiver.close();
    const [caller, gateway] = [await newCaller(), await nodeGateway(targets, {})];
    for (let one = 0; one < 3; one++) expect(await listed(caller, gateway.url, foreignTrace('01').headers)).toBe(200);
    const dropped = async (url: string): Promise<number> => {
      const text = await (await fetch(url)).text();
      return Number(/^openbank_trace_spans_total\{.*outcome="dropped".*\} (\d+)/m.exec(text)?.[1]);
    };
    const metricsOfCards = `http://127.0.0.1:${bank.facts.internal.cards.internalPort}/metrics`;
    while ((await dropped(metricsOfCards)) < 6) await pause(200);
    while ((await dropped(gateway.metricsUrl!)) < 3) await pause(200);
    const line = await logged(join(dirname(bank.facts.caFolder), 'logs', 'cards.log'), 'traces cannot be sent');
    expect(line).toMatchObject({ level: 'error' });
    expect(gateway.said()).toContain('traces cannot be sent');
    await gateway.stop();
  });
});

if (!hasHaproxy) console.warn('haproxy is not on the PATH: that it passes traceparent on is not tested.');
