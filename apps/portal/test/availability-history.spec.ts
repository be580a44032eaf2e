import type { AvailabilityRecord } from '@open-banking/contracts';
import { availabilityChart, availabilitySentence, availablePercent } from '@open-banking/pages';
import { changelogFeed } from '../src/documents/changelog-feed.js';
import { historyOf, monthsOf } from '../src/status/availability-history.js';

const none = { requests: 0, errors: 0 };
const day = (name: string, performance: object = none) => ({
  day: name,
  from: `${name}T00:00:00.000Z`,
  to: new Date(Date.parse(name) + 86_400_000).toISOString(),
  ...none,
  ...performance,
});
const record: AvailabilityRecord = {
  now: '2026-12-02T12:00:00.000Z',
  knownSince: '2026-11-30T06:00:00.000Z',
  outages: [
    { from: '2026-11-30T23:00:00.000Z', to: '2026-12-01T01:00:00.000Z' },
    { from: '2026-12-02T11:00:00.000Z', to: '2026-12-02T12:00:00.000Z' },
  ],
  total: { requests: 4, errors: 1, errorPercent: 25, meanMs: 10, p95Ms: 40 },
  days: [
    day('2026-11-29'),
    day('2026-11-30', { requests: 1, meanMs: 40, p95Ms: 40 }),
    day('2026-12-01', { requests: 3, errors: 1, meanMs: 4, p95Ms: 5 }),
    day('2026-12-02', { requests: 1, meanMs: 8, p95Ms: 8 }),
  ],
};
const maintenance = [{ from: '2026-12-01T00:00:00.000Z', to: '2026-12-01T00:45:00.000Z' }];

describe('the history of a product', () => {
  const { days } = historyOf(record, maintenance);

  it('divides downtime among days, knows nothing before the first start, and sets planned maintenance apart', () => {
    expect(
      days.map(({ observedSeconds, downtimeSeconds, plannedDowntimeSeconds }) => [
        observedSeconds,
        downtimeSeconds,
        plannedDowntimeSeconds,
      ]),
    ).toEqual([
      [0, 0, 0],
      [64_800, 3_600, 0],
      [86_400, 3_600, 2_700],
      [43_200, 3_600, 0],
    ]);
    expect(availablePercent(days)).toBe('94.44');
    expect(availablePercent(days.slice(0, 1))).toBeUndefined();
    expect(
      historyOf({ ...record, knownSince: undefined, outages: [] }, []).days.every(({ observedSeconds }) => observedSeconds === 0),
    ).toBe(true);
  });

  it('never rounds a share with downtime up to 100 %', () => {
    const almost = { day: '2026-12-01', observedSeconds: 86_400, downtimeSeconds: 1, plannedDowntimeSeconds: 0 };
    expect(availablePercent([almost])).toBe('99.99');
    expect(availablePercent([{ ...almost, downtimeSeconds: 0 }])).toBe('100.00');
  });

  it('has months with the mean of all their answers', () => {
    expect(monthsOf(days)).toEqual([
      expect.objectContaining({ day: '2026-11', requests: 1, errorPercent: 0, meanMs: 40, downtimeSeconds: 3_600 }),
      expect.objectContaining({
        day: '2026-12',
        requests: 4,
        errorPercent: 25,
        meanMs: 5,
        downtimeSeconds: 7_200,
        plannedDowntimeSeconds: 2_700,
      }),
    ]);
  });

  it('is a chart with a box for each part of a day, and a sentence that says the same', () => {
    const { text } = availabilityChart(days, 'Cards');
    const boxes = (part: string) => (new RegExp(`<path class="${part}" d="([^"]*)"`).exec(text)?.[1]?.match(/M/g) ?? []).length;
    expect({ up: boxes('up'), planned: boxes('planned'), down: boxes('down'), unknown: boxes('unknown') }).toEqual({
      up: 3,
      planned: 1,
      down: 3,
      unknown: 1,
    });
    expect(text).toContain(`aria-label="Cards: ${availabilitySentence(days)}"`);
    expect(availabilitySentence(days)).toBe(
      'Available 94.44 % of the time since 2026-11-30; there is no data before that day. Downtime on 2026-12-02 (60 min), 2026-12-01 (60 min), 2026-11-30 (60 min).',
    );
    expect(availabilitySentence(days.slice(0, 1))).toBe('No data for the 1 days.');
  });
});

describe('the feed of the changelog', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- not yet\n\n## 0.2.0 (2026-11-30)\n\n- New: `a < b` ([errors](docs/errors.md))\n\n## 0.1.0 (2026-11-23)\n\n- First\n';
  const feed = changelogFeed(changelog, 'https://bank.example', 'A & B');

  it('has an entry for each release with a date, the newest first, at the anchor of its heading', () => {
    expect([...feed.matchAll(/<entry><title>([^<]*)<\/title><id>([^<]*)<\/id>/g)].map(([, title, id]) => [title, id])).toEqual([
      ['0.2.0 (2026-11-30)', 'https://bank.example/changelog#020-2026-11-30'],
      ['0.1.0 (2026-11-23)', 'https://bank.example/changelog#010-2026-11-23'],
    ]);
    expect(feed).toContain('<updated>2026-11-30T00:00:00Z</updated>\n<author><name>A &amp; B</name></author>');
    expect(feed).not.toContain('not yet');
  });

  it('has its text as escaped markup with links in full', () => {
    expect(feed).toContain('&lt;code&gt;a &amp;lt; b&lt;/code&gt;');
    expect(feed).toContain('href=&quot;https://bank.example/errors&quot;');
  });
});
