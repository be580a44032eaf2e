import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FollowedLog } from '../src/followed-log.js';
import { Sandbox, TemporaryError } from '../src/sandbox.js';

interface Entry {
  readonly entryId: string;
}
const page = (cursor: string, ...ids: string[]) => ({ status: 200, body: { requests: ids.map((entryId) => ({ entryId })), cursor } });
const away = { status: 503, body: { tppMessages: [{ code: 'SERVICE_UNAVAILABLE', text: 'A service does not answer.' }] } };

/** A body that is text is sent as it is. One that is cut off ends before the length that its header names. */
interface Answer {
  readonly status: number;
  readonly body: object | string;
  readonly isCutOff?: true;
}
const html = { status: 200, body: '<html>We are back soon.</html>' };

describe('a log that is followed', () => {
  let server: Server;
  let asked: string[];
  let answers: Answer[];

  /** A bank that gives the next answer to each request, and then the last one. */
  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`);
      const { status, body, isCutOff } = answers.length > 1 ? answers.shift()! : answers[0]!;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
      if (isCutOff) response.write(text.slice(1), () => response.destroy());
      else response.end(text);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const log = () => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new FollowedLog<Entry>(new Sandbox({ baseUrl, key: 'k' }), '/sandbox/requests', 'requests', 'c');
  };

  it('sends the cursor back, shows no entry twice, and goes on where the bank was away for a while', async () => {
    answers = [page('1-0', 'a', 'b'), page('1-0', 'b', 'c'), away, away, page('2-0', 'c', 'd')];
    const [stopping, notes, shown] = [new AbortController(), [] as string[], [] as (readonly string[])[]];
    const terminal = { print: () => undefined, note: (line: string) => void notes.push(line), stopped: stopping.signal };
    for await (const { entries, isFirst } of log().follow(terminal)) {
      shown.push([String(isFirst), ...entries.map(({ entryId }) => entryId)]);
      if (entries.some(({ entryId }) => entryId === 'd')) stopping.abort();
    }
    expect(shown).toEqual([
      ['true', 'a', 'b'],
      ['false', 'c'],
      ['false', 'd'],
    ]);
    expect(asked).toEqual(
      ['', 'after=1-0&', 'after=1-0&', 'after=1-0&', 'after=1-0&'].map((after) => `/sandbox/requests?${after}clientId=c Bearer k`),
    );
    expect(notes).toEqual([expect.stringMatching(/^The bank answered 503: .* Try again\. Trying on\.$/), 'The bank answers again.']);
  });

  it.each<readonly [string, Answer, RegExp]>([
    ['is a page of something in between', html, /^The answer of http\S+ is not one of a bank/],
    ['is JSON of another kind', { status: 200, body: { requests: [null], cursor: '1' } }, /^The answer of http\S+ is not one of a bank/],
    ['is no value', { status: 200, body: 'null' }, /^The answer of http\S+ is not one of a bank/],
    ['is cut off', { ...page('1-0', 'b'), isCutOff: true }, /^http\S+ does not answer/],
  ])('goes on where an answer %s', async (_what, answer, says) => {
    answers = [page('1-0', 'a'), answer, page('2-0', 'd')];
    const [stopping, notes, shown] = [new AbortController(), [] as string[], [] as string[]];
    const terminal = { print: () => undefined, note: (line: string) => void notes.push(line), stopped: stopping.signal };
    for await (const { entries } of log().follow(terminal)) {
      shown.push(...entries.map(({ entryId }) => entryId));
      if (shown.includes('d')) stopping.abort();
    }
    expect(shown).toEqual(['a', 'd']);
    expect(notes).toEqual([expect.stringMatching(says), 'The bank answers again.']);
  });

  it('ends at once where the bank is away at the beginning, or does not know the key', async () => {
    const terminal = { print: () => undefined, note: () => undefined, stopped: new AbortController().signal };
    answers = [away];
    await expect(log().follow(terminal).next()).rejects.toThrow(TemporaryError);
    answers = [{ status: 401, body: {} }];
    await expect(log().follow(terminal).next()).rejects.toThrow('The bank does not know this key.');
  });
});
