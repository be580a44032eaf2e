import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killableBank } from '@open-banking/testing';

/** A library that prints an error of two lines, again and again. */
const prints = 'setInterval(() => console.error("broken by %s\\n  at line 2", "a library"), 100).unref()';

describe('what a library prints to the console of a service', () => {
  const bank = killableBank(['cards'], { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(prints)}` });
  const lines = (): string[] =>
    readFileSync(join(dirname(bank.facts.caFolder), 'logs', 'cards.log'), 'utf8')
      .split('\n')
      .slice(0, -1);

  it('is a line of JSON in its log, once the service listens', async () => {
    const printed = expect.objectContaining({
      level: 'warn',
      event: 'warning',
      name: 'Console',
      message: 'broken by a library\n  at line 2',
    });
    const parsed = () => lines().flatMap((line) => (line.startsWith('{"') ? [JSON.parse(line) as { name?: string; event?: string }] : []));
    while (!parsed().some(({ name }) => name === 'Console')) await pause(20);
    expect(parsed()).toContainEqual(printed);
    const listening = lines().findIndex((line) => line.includes('"event":"listening"'));
    expect(
      lines()
        .slice(listening)
        .filter((line) => !line.startsWith('{"')),
    ).toEqual([]);
  });
});
