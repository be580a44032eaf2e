import { readFileSync } from 'node:fs';
import { normalForm } from '../src/party-names/normal-form.js';
import { bestMatch, compareNames, type MatchResult } from '../src/payee/name-match.js';
import { nameWords, plain } from '../src/payee/name-words.js';
import { particles } from '../src/payee/person-titles.js';

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

/** The cases in which another party matches, each with both names. */
const falseMatches = (): string =>
  cases
    .filter(({ party, given, real }) => party === 'other' && compareNames(given, real).result === 'MATCH')
    .map(({ given, real }) => `${given} for ${real}`)
    .join(', ');

/** Whether a word is a title, a legal form or a conjunction, which names are compared without. */
const isLeftOut = (word: string): boolean =>
  !nameWords(`Xx ${word} Yy`).words.some((one) => plain(one) === normalForm(word)) ||
  !nameWords(`Xx Yy ${word}`).words.some((one) => plain(one) === normalForm(word)) ||
  !nameWords(`${word} Xx Yy`).words.some((one) => plain(one) === normalForm(word));

describe('the name of a payee', () => {
  it.each(cases.map((one) => [one.given, one.real, one.expected, one] as const))(
    '%j is compared with %j: %s',
    (given, real, expected, { topic }) => {
      expect({ topic, ...compareNames(given, real) }).toMatchObject({ topic, result: expected });
    },
  );

  it('is judged as the table says in at least 900 cases, half of them of other parties, with the rates that docs/payments.md states', () => {
    const others = cases.filter(({ party }) => party === 'other').length;
    expect(cases.length).toBeGreaterThanOrEqual(900);
    expect(others).toBeGreaterThanOrEqual(cases.length / 2);
    const stated = `${cases.length} hard cases, ${others} of them of other parties: ${rate('other', 'MATCH')} % false matches (${falseMatches()}), ${rate('same', 'NO_MATCH')} % false refusals; another party is a close match in ${rate('other', 'CLOSE')} %, the same party in ${rate('same', 'CLOSE')} %`;
    for (const page of ['payments.md', 'decisions/0089-verification-of-payee.md'])
      expect(readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8').replace(/\s+/g, ' ')).toContain(stated);
    expect(rate('other', 'MATCH')).toBeLessThanOrEqual(0.5);
    expect(rate('same', 'NO_MATCH')).toBeLessThanOrEqual(6);
  });

  it('is refused for at least 250 other parties with a surname of two words, another form or a swapped order, none a permutation of another', () => {
    const hard = cases.filter(
      ({ party, topic }) => party === 'other' && /^(surnames of two words|another or a second|swapped order)/.test(topic),
    );
    expect(hard.filter(({ expected }) => expected === 'NO_MATCH').length).toBeGreaterThanOrEqual(250);
    for (const script of ['Latin', 'Hebrew', 'Arabic'])
      expect(hard.filter(({ real }) => new RegExp(`\\p{Script=${script}}`, 'u').test(real)).length).toBeGreaterThanOrEqual(60);
    const words = hard.map(({ given, real }) =>
      `${given} ${real}`
        .split(/[^\p{L}]+/u)
        .sort()
        .join(' '),
    );
    expect(words.filter((line, at) => words.indexOf(line) !== at)).toEqual([]);
  });

  it('gives the same result whichever of two names is the real one', () => {
    for (const { given, real } of cases) expect([given, compareNames(given, real)]).toEqual([given, compareNames(real, given)]);
  });

  it('equals itself, in either case', () => {
    for (const { real } of cases)
      for (const written of [real, real.toUpperCase(), real.toLowerCase()])
        expect([written, compareNames(written, real).result]).toEqual([written, 'MATCH']);
  });

  it('never matches where an initial stands for a word of it', () => {
    for (const { real } of cases) {
      const words = real.split(' ');
      words.forEach((word, at) => {
        const initial = /^\p{L}/u.exec(word.normalize('NFC'))?.[0];
        if (initial === undefined || !/^[\p{L}\p{M}]{2,}$/u.test(word) || isLeftOut(word)) return;
        const given = words.with(at, `${initial}.`).join(' ');
        expect([given, real, compareNames(given, real).result]).not.toEqual([given, real, 'MATCH']);
        const turned = [...words.with(at, initial).slice(1), words.with(at, initial)[0]].join(' ');
        expect([turned, real, compareNames(turned, real).result]).not.toEqual([turned, real, 'MATCH']);
      });
    }
  });

  it('is another name without a particle of its surname, and with another one', () => {
    let tried = 0;
    for (const { real } of cases) {
      const words = real.split(' ');
      words.slice(1, -1).forEach((word, before) => {
        if (!particles.has(normalForm(word))) return;
        tried++;
        const at = before + 1;
        for (const given of [words.toSpliced(at, 1).join(' '), words.with(at, 'ibn').join(' ')])
          expect([given, real, compareNames(given, real).result]).toEqual([given, real, 'NO_MATCH']);
      });
    }
    expect(tried).toBeGreaterThanOrEqual(80);
  });

  it('takes the best of all names of the account, so that a second script can be compared where the bank has it', () => {
    expect(bestMatch('Dana Levi', ['דנה לוי'])).toMatchObject({ result: 'NOT_POSSIBLE' });
    expect(bestMatch('Dana Levi', ['דנה לוי', 'Dana Levi'])).toEqual({ result: 'MATCH', reason: 'equal', name: 'Dana Levi' });
    expect(bestMatch('D Levi', ['דנה לוי', 'Avi Levi', 'Dana Levi'])).toEqual({ result: 'CLOSE', reason: 'initials', name: 'Dana Levi' });
    expect(bestMatch('Dana Levi', ['Avi Cohen'])).toMatchObject({ result: 'NO_MATCH' });
    expect(bestMatch('Dana Levi', [])).toMatchObject({ result: 'NOT_POSSIBLE' });
  });

  it.each([
    ['words', 'xy '],
    ['initials', 'ä '],
    ['initials without spaces', 'ö.'],
    ['legal forms', 'sa '],
    ['particles', 'de '],
    ['Hebrew words', 'אב '],
  ])('is compared within 200 ms when the longest names consist of %s', (_, word) => {
    const long = word.repeat(140 / word.length);
    const started = performance.now();
    for (const other of [long, `${long}z`, `${long}aa bb`, [...long].reverse().join('')]) compareNames(long, other);
    expect(performance.now() - started).toBeLessThan(4 * 200);
    expect(compareNames(long, long).result).toBe('MATCH');
  });
});
