import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { callSamples, type SampleCall } from '../src/samples/call-samples.js';
import { sentSample } from '../src/console/sent-sample.js';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const runnable = (call: SampleCall) => callSamples(call).filter(({ language }) => hasPython || language !== 'Python');

describe('a call to paste', () => {
  const received: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let server: Server;
  let base: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        received.push({ method: request.method!, url: request.url!, headers: request.headers, body });
        response.writeHead(409, { 'content-type': 'application/json' }).end('{"said":"no"}');
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  const body = JSON.stringify({ name: `O'Brien "$HOME" \\ \`id\` שלום 🙂`, text: '@file\nEND\n' }, null, 2);

  it.each([
    ['POST', body],
    ['POST', '@not-a-file'],
    ['GET', undefined],
    ['DELETE', undefined],
  ])('sends exactly what was sent, in each language, and prints a refusal too: %s %s', async (method, sent) => {
    received.length = 0;
    const headers = { 'x-request-id': 'first', 'x-name': `it's "quoted" $HOME`, 'content-type': 'application/json' };
    const call = sentSample({ method, url: `${base}/v1/a?b=1&c='2'`, headers, ...(sent !== undefined && { body: sent }) });
    for (const { language, text } of runnable(call)) {
      const { stdout } = await run('sh', ['-c', text]);
      expect([language, stdout]).toEqual([language, expect.stringMatching(/409[^]*\{"said":"no"\}/)]);
    }
    expect(received).toHaveLength(hasPython ? 3 : 2);
    for (const request of received) {
      expect(request).toMatchObject({
        method,
        body: sent ?? '',
        headers: { ...headers, 'x-request-id': expect.stringMatching(uuid) as string },
      });
      expect(decodeURIComponent(request.url!)).toBe(`/v1/a?b=1&c='2'`);
    }
    expect(new Set(received.map((request) => request.headers['x-request-id'])).size).toBe(received.length);
  });

  it('fills in variables and values that are new at each run, among characters that a language gives a meaning', async () => {
    received.length = 0;
    const strange = 'it\'s {x} ${HOME} `id` \\ "!';
    const call: SampleCall = {
      method: 'PUT',
      baseUrl: base,
      url: [`${base}/a/`, { variable: 'ID' }, 'b'],
      headers: [['Authorization', ['Bearer ', { variable: 'TOKEN' }]]],
      body: [`${strange}\n`, { variable: 'TOKEN' }, `_${strange}\n`, { fresh: 'code' }],
    };
    for (const { text } of runnable(call)) await run('sh', ['-c', text], { env: { ...process.env, ID: '7', TOKEN: 'secret' } });
    expect(received).toHaveLength(hasPython ? 3 : 2);
    for (const { url, headers, body: filled } of received) {
      expect([url, headers.authorization]).toEqual(['/a/7b', 'Bearer secret']);
      expect(filled.slice(0, -13)).toBe(`${strange}\nsecret_${strange}\n`);
      expect(filled).toMatch(/[\da-f]{8}-[\da-f]{4}$/i);
    }
  });

  it('gives the number of a mandate that the console wrote anew at each run', () => {
    const mandate = JSON.stringify({ mandateId: 'SAMPLE-1796150000000', creditor: 'SAMPLE-2' }, null, 2);
    const { body: sent } = sentSample({ method: 'POST', url: `${base}/v2/mandates`, headers: {}, body: mandate });
    expect(sent).toEqual(['{\n  "mandateId": "SAMPLE-', { fresh: 'code' }, '",\n  "creditor": "SAMPLE-2"\n}']);
  });

  it('ends with a sentence and a code that is not 0 where the bank does not answer', async () => {
    const closed = 'http://127.0.0.1:2';
    for (const { language, text } of runnable({ method: 'GET', baseUrl: closed, url: [`${closed}/a`], headers: [] })) {
      const failed = await run('sh', ['-c', text]).then(
        () => undefined,
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr: stderr.split('\n').at(-2) }),
      );
      expect([language, failed]).toEqual([language, { code: 1, stderr: `The bank at ${closed} does not answer.` }]);
    }
  });
});
