import { readFileSync } from 'node:fs';
import { bestMatch, compareNames, type MatchResult } from '../src/payee-verification/name-match.js';

interface Case {
  readonly party: 'same' | 'other';
  readonly topic: string;
  readonly given: string;
  readonly real: string;
  readonly expected: MatchResult;
}

const cases = casesIn(readFileSync(new URL('payee-names.txt', import.meta.url), 'utf8'));

function casesIn(text: string): Case[] {
  let heading: Pick<Case, 'party' | 'topic'> | undefined;
  return text.split('\n').flatMap((line) => {
    const [, party, topic] = /^# (same|other): (.*)$/.exec(line) ?? [];
    if (party) heading = { party: party as Case['party'], topic: topic! };
    const [given, real, expected] = line.split(' | ');
    return heading && expected ? [{ ...heading, given: given!, real: real!, expected: expected as MatchResult }] : [];
  });
}

/** The share of the cases of a party that are judged so, in per cent. */
function rate(party: Case['party'], ...results: MatchResult[]): number {
  const all = cases.filter((one) => one.party === party);
  return Math.round((1_000 * all.filter(({ given, real }) => results.includes(compareNames(given, real).result)).length) / all.length) / 10;
}

describe('the name of a payee', () => {
  it.each(cases.map((one) => [one.given, one.real, one.expected, one] as const))(
    '%j is compared with %j: %s',
    (given, real, expected, { topic }) => {
      expect({ topic, ...compareNames(given, real) }).toMatchObject({ topic, result: expected });
    },
  );

  it('is judged as the table says in at least 300 cases, half of them of other parties', () => {
    const others = cases.filter(({ party }) => party === 'other').length;
    expect(cases.length).toBeGreaterThanOrEqual(300);
    expect(others).toBeGreaterThanOrEqual(cases.length / 2);
    const rates = {
      cases: cases.length,
      others,
      'false accepts (another party matches), %': rate('other', 'MATCH'),
      'another party is close, %': rate('other', 'CLOSE'),
      'false refusals (the same party does not match), %': rate('same', 'NO_MATCH'),
      'the same party is close, %': rate('same', 'CLOSE'),
    };
    process.stdout.write(`${JSON.stringify(rates, null, 2)}\n`);
    expect(rate('other', 'MATCH')).toBeLessThanOrEqual(2);
    expect(rate('same', 'NO_MATCH')).toBeLessThanOrEqual(10);
  });

  it('gives the same result whichever of two names is the real one', () => {
    for (const { given, real } of cases) expect([given, compareNames(given, real)]).toEqual([given, compareNames(real, given)]);
  });

  it('takes the best of all names of the account, so that a second script can be compared where the bank has it', () => {
    expect(bestMatch('Dana Levi', ['דנה לוי'])).toMatchObject({ result: 'NOT_POSSIBLE' });
    expect(bestMatch('Dana Levi', ['דנה לוי', 'Dana Levi'])).toEqual({ result: 'MATCH', reason: 'equal', name: 'Dana Levi' });
    expect(bestMatch('D Levi', ['דנה לוי', 'Avi Levi', 'Dana Levi'])).toEqual({ result: 'CLOSE', reason: 'initials', name: 'Dana Levi' });
    expect(bestMatch('Dana Levi', ['Avi Cohen'])).toMatchObject({ result: 'NO_MATCH' });
    expect(bestMatch('Dana Levi', [])).toMatchObject({ result: 'NOT_POSSIBLE' });
  });

  it('takes no time to speak of for the longest names', () => {
    const long = 'xy '.repeat(46);
    expect(compareNames(long, `${long}zz`).result).toBe('CLOSE');
  });
});
