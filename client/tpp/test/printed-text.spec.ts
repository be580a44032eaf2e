import { OAuthError, VerificationError } from '@open-banking/client';
import { run } from '../src/program.js';
import { sentenceOf } from '../src/error-sentence.js';
import { TemporaryError } from '../src/sandbox.js';

const hostile = '\u001b[2J\u009b31m\u202eevil\u2066\u007f\r\nforged line';
// Every control character but the end of the line, and what turns the direction of text round.
const moving = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('what is printed', () => {
  it('has no character that moves the cursor, and each line is its own: others are escaped as in JSON', async () => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    expect(await run([hostile], { print: note, note, stopped: new AbortController().signal })).toBe(2);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(moving);
    expect(lines[0]).not.toContain('\n');
    expect(lines[0]).toContain('\\u001b[2J\\u009b31m\\u202eevil\\u2066\\u007f\\u000d\\u000aforged line');
    lines.length = 0;
    expect(await run(['--help'], { print: note, note, stopped: new AbortController().signal })).toBe(0);
    expect(lines.join('\n')).toContain('\n  login ');
  });

  it.each([
    [new OAuthError('invalid_client', 'The client is unknown.'), 'invalid_client: The client is unknown. Check CLIENT_ID'],
    [new OAuthError('invalid_client', 'The client is unknown'), 'invalid_client: The client is unknown. Check CLIENT_ID'],
    [new VerificationError('Its state differs.'), 'Its state differs. Run tpp login'],
    [new Error('It failed.'), 'It failed.'],
  ])('ends a sentence with one full stop: %s', (error, begins) => {
    expect(sentenceOf(error).startsWith(begins)).toBe(true);
    expect(sentenceOf(error)).not.toContain('..');
  });

  it('never has a password of an address', async () => {
    for (const [args, says] of [
      [['login', 'http://dana:pass-word@bank.example'], 'takes no name and password'],
      [['login', 'http://dana:pass-word@'], 'takes no name and password'],
      [['login', 'ftp://bank.example'], '"ftp://bank.example" is not a base URL'],
      [['listen', '--forward-to', 'ftp://dana:pass-word@localhost'], 'takes no name and password'],
    ] as const) {
      const lines: string[] = [];
      const note = (line: string) => void lines.push(line);
      expect(await run(args, { print: note, note, stopped: new AbortController().signal })).toBe(2);
      expect(lines.join()).toContain(says);
      expect(lines.join()).not.toContain('pass-word');
    }
  });
});

describe('the time to wait before the next request', () => {
  // Beyond 2,147,483,647 ms a timer of Node runs after 1 ms.
  it.each([2_147_484_000, 1e300, Infinity])('is a day at most, also where the bank asks for %s ms', (waitMs) => {
    expect(new TemporaryError('', waitMs).waitMs).toBe(86_400_000);
  });
  it.each([NaN, -1, 0])('is two seconds at least, also where the bank asks for %s ms', (waitMs) => {
    expect(new TemporaryError('', waitMs).waitMs).toBe(2_000);
  });
  it('is otherwise what the bank asks for', () => expect(new TemporaryError('', 60_000).waitMs).toBe(60_000));
});
