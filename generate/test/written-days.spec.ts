import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFolders, root } from './workspace.js';

/** Tools of development print days for people. */
const folders = productFolders;

const sources = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => /\.(ts|sql)$/.test(path) && !/(^|\/)(node_modules|dist|test|testing|lib|\.data)(\/|$)/.test(path));

/** The first ten characters of a time are a day of the time's own zone: of UTC, or of whatever the writer's clock had. */
const cutTexts = /\.slice\(0, ?10\)|\.substr(ing)?\(0, ?10\)|\.split\('T'\)|\bleft\([^()]*, ?10\)|substr(ing)?\([^()]* (from 1 )?for 10\)/;
/** An instant as a day of the session's time zone, which is the server's. */
const cutInstants =
  /(\b\w+_at|\bnow\(\)|current_timestamp|(?:_at|now\(\))\))::date\b|\bcurrent_date\b|\blocaltimestamp\b|to_char\(\w*_at,/i;

/** Where cutting is right, and why. */
const explained: Readonly<Record<string, string>> = {
  'libs/messages/src/dates.ts': 'the days of a calendar, counted at midnights in UTC',
  'libs/feed/src/load/load-kinds.ts': 'whether a day exists: midnight in UTC',
  'sandbox/src/demo-bank/calendar.ts': 'the days of a calendar, counted at midnights in UTC',
  'sandbox/src/example-calls.ts': 'days of requests that lie months ahead',
  'campaigns/src/interleave/stories/money.ts': 'days of requests that lie days ahead',
  'campaigns/src/interleave/world/world.ts': 'days of requests that lie months ahead',
  'simulators/src/keep-books.ts': 'the opening of the reference core, which is sent nowhere',
  'sandbox/src/third-party/consented.ts': 'days of requests that lie months ahead',
  'sandbox/src/tour/connected-story.ts': 'days of requests that lie days apart',
  'sandbox/src/tour/story.ts': 'days of requests that lie months ahead',
  'apps/portal/src/samples/days.ts': 'days of requests that lie months ahead, and where a list of a month begins',
  'apps/portal/src/requests/client-usage.ts': 'counts of requests by days of UTC, as the page says',
  'apps/portal/src/requests/requests.service.ts': 'counts of requests by days of UTC, as the page says',
  'apps/loan-services/src/mortgage-simulation/interval.ts': 'the days of a calendar, counted at midnights in UTC',
  'cli/src/operator/client-list.ts': 'lists for operators: since which day of UTC',
  'cli/src/operator/client-logo.ts': 'lists for operators: since which day of UTC',
  'cli/src/operator/erase.ts': 'lists for operators: on which day of UTC',
  'cli/src/operator/erased-rows.ts': 'lists for operators: since which day of UTC',
  'cli/src/operator/operators.ts': 'lists for operators: on which day of UTC',
  'simulators/src/core-banking/snapshot.ts': 'a field that the bank keeps itself: a snapshot is not compared by it',
  'apps/ais-pis/ledger/src/calendar/generated-years.ts': 'the days of a calendar, counted at midnights in UTC',
  'apps/ais-pis/migrations/0145-calendar-of-products/up.sql':
    'where a search over more than 30 days begins: a day more or less does not matter',
  'apps/ais-pis/erasure/src/rules/erased-accounts.statements.ts': 'until when orders are kept, years later: a few hours do not matter',
  'verification/src/availability/quarter.ts': 'the days of a calendar, counted at midnights in UTC',
};

const cuts = (pattern: RegExp): string[] =>
  sources.filter(
    (path) =>
      !(path in explained) &&
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .some((line) => pattern.test(line)),
  );

describe('the day of a time', () => {
  it('is never the beginning of its text: bankDay and BankClock know the time zone', () => {
    for (const cut of ['text.slice(0, 10)', 'text.substring(0, 10)', "x.split('T')[0]", 'left(at, 10)'])
      expect(cutTexts.test(cut)).toBe(true);
    for (const whole of ['text.slice(0, 100)', 'text.slice(1, 10)', "x.split('TT')"]) expect(cutTexts.test(whole)).toBe(false);
    expect(sources.length).toBeGreaterThan(500);
    expect(cuts(cutTexts)).toEqual([]);
  });

  it("is never the day of the database's session", () => {
    for (const cut of ['posted_at::date', 'now()::date', 'min(p.changed_at)::date', 'select current_date'])
      expect(cutInstants.test(cut)).toBe(true);
    for (const day of ["(posted_at at time zone 'UTC')::date", '$1::date', 'booking_date::date', '(now() at time zone $3)::date'])
      expect(cutInstants.test(day)).toBe(false);
    expect(cuts(cutInstants)).toEqual([]);
  });

  it('is explained where it is cut, and each explanation is needed', () => {
    const needed = sources.filter((path) => {
      const text = readFileSync(join(root, path), 'utf8').split('\n');
      return text.some((line) => cutTexts.test(line) || cutInstants.test(line));
    });
    expect(Object.keys(explained).filter((path) => !needed.includes(path))).toEqual([]);
  });
});
