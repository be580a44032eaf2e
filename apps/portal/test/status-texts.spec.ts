import { tableIn } from '@open-banking/testing';
import { statusText, statusTexts } from '../src/reference/status-texts.js';
import { statesPassed } from '../src/objects/states-passed.js';

/** Tests of each state machine compare it with these pages, so what is compared with the page is compared with the machine. */
const table = (page: string, head: string): string[][] => tableIn(new URL(`../../../docs/${page}.md`, import.meta.url), head);
const plain = (cell = ''): string => cell.replaceAll('`', '');
const shown = (kind: 'consent' | 'payment' | 'mandate') => Object.entries(statusTexts[kind]).map(([status, { final }]) => [status, final]);

describe('texts of statuses', () => {
  it('explain every status of a consent and no other, and know which are final', () => {
    const edges = table('consents', 'From').map(([from, to]) => [plain(from), plain(to)] as const);
    const left = new Set(edges.map(([from]) => from));
    const all = new Set(edges.flat());
    expect(left.size).toBe(3);
    expect(Object.fromEntries(shown('consent'))).toEqual(Object.fromEntries([...all].map((status) => [status, !left.has(status)])));
  });

  it.each([
    ['payment', 'payments', '`transactionStatus`', 11],
    ['mandate', 'mandates', '`mandateStatus`', 7],
  ] as const)('explain every status of a %s and no other, and know which are final', (kind, page, head, count) => {
    const rows = table(page, head).map(([status, , next]) => [plain(status), next === 'final']);
    expect(rows).toHaveLength(count);
    expect(shown(kind)).toEqual(rows);
  });

  it('are sentences, each different within its kind', () => {
    for (const [kind, texts] of Object.entries(statusTexts)) {
      const says = Object.values(texts).map((text) => text.says);
      expect({ kind, wrong: says.filter((text) => !/^[A-Z].+\.$/.test(text)) }).toEqual({ kind, wrong: [] });
      expect(new Set(says).size).toBe(says.length);
    }
  });

  it('has none for a status of a newer release, and none for a name that every object has', () => {
    expect(statusText('payment', 'ACSC')?.final).toBe(true);
    expect(statusText('payment', 'ACWC')).toBeUndefined();
    expect(statusText('payment', 'constructor')).toBeUndefined();
  });
});

describe('the states passed', () => {
  it('are an ordered list with times, in which the last one is the current step', () => {
    const { text } = statesPassed([
      { status: 'RCVD', at: '2026-11-30T09:00:00.000Z' },
      { status: 'PATC', at: '2026-11-30T09:00:01.000Z' },
      { status: 'ACTC', at: null },
      { status: 'RJCT', at: '2026-11-30T09:00:02.000Z', reason: 'AM04' },
    ]);
    expect([...text.matchAll(/<li ([^>]*)><code>(\w+)/g)].map(([, current, status]) => [status, current])).toEqual([
      ['RCVD', ''],
      ['PATC', ''],
      ['ACTC', ''],
      ['RJCT', 'aria-current="step"'],
    ]);
    expect(text).toContain('<time datetime="2026-11-30T09:00:00.000Z">2026-11-30 09:00:00 UTC</time>');
    expect(text).toContain('<time datetime="2026-11-30T09:00:01.000Z">09:00:01 UTC</time>');
    expect(text).toContain('time not recorded');
    expect(text).toContain('Reason <code>AM04</code>');
  });
});
