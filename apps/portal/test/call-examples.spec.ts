import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { callExamples } from '../src/console/call-examples.js';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

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
    const examples = callExamples({ method, url: `${base}/v1/a?b=1&c='2'`, headers, ...(sent !== undefined && { body: sent }) }, 'second');
    for (const { language, text } of examples.filter((example) => hasPython || example.language !== 'Python')) {
      const { stdout } = await run('sh', ['-c', text]);
      expect([language, stdout]).toEqual([language, expect.stringMatching(/409[^]*\{"said":"no"\}/)]);
    }
    expect(received).toHaveLength(hasPython ? 3 : 2);
    for (const request of received) {
      expect(request).toMatchObject({ method, body: sent ?? '', headers: { ...headers, 'x-request-id': 'second' } });
      expect(decodeURIComponent(request.url!)).toBe(`/v1/a?b=1&c='2'`);
    }
  });
});
