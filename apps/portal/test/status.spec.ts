import { randomUUID } from 'node:crypto';
import { maintenanceInternal } from '@open-banking/spec';
import { Browser, internalCall, ownAddress, freshBank, until } from '@open-banking/testing';

describe('the status page', () => {
  const bank = freshBank(['ais-pis', 'cards', 'portal'], {
    SECURITY_CONTACT: 'mailto:security@bank.example',
    AVAILABILITY_REPORTS_URL: 'https://bank.example/reports',
    TIME_ZONE: 'UTC',
  });
  const page = async () => (await new Browser(bank.baseUrl, ownAddress()).open('/status')).text;
  const productState = (html: string, product: string) =>
    new RegExp(`<td[^>]*>${product}</td><td[^>]*><span[^>]*>([^<]*)<`).exec(html)?.[1];

  /** Midday of a day so many days ago, in UTC. */
  const middayAgo = (days: number) => new Date(Math.floor(Date.now() / 86_400_000 - days) * 86_400_000 + 43_200_000);

  /** Cards: ready from five days ago on, away for two hours three days ago, one of them in announced maintenance, with 20 answers. */
  beforeAll(async () => {
    const hours = (at: Date, count: number) => new Date(at.getTime() + count * 3_600_000);
    const away = middayAgo(3);
    await bank.database('cards').query(
      `insert into ready_period (process_id, begun_at, last_at, every_ms)
       values (gen_random_uuid(), $1, $2, 1000), (gen_random_uuid(), $3, clock_timestamp() + interval '1 day', 1000)`,
      [middayAgo(5), away, hours(away, 2)],
    );
    await bank
      .database('cards')
      .query(
        `insert into answer_count (day, product_class, up_to_ms, answers, errors, total_ms) values ($1, 'AIS', 10, 19, 0, 95), ($1, 'AIS', 80, 1, 1, 80)`,
        [away.toISOString().slice(0, 10)],
      );
    await bank.database('ais-pis').query(
      `insert into maintenance_window (window_id, starts_at, ends_at, reason, announced_by, announced_at)
       select gen_random_uuid(), $1, $2, 'New disks', name, $1::timestamptz - interval '1 day' from operator limit 1`,
      [hours(away, 1), hours(away, 2)],
    );
  });

  it('shows the last 90 days of a product by day: outages, planned maintenance, response times, and days of which nothing is known', async () => {
    const sectionOf = (html: string, product: string) =>
      html.split('<section class="history">').find((part) => part.includes(`<h3>${product}`)) ?? '';
    const boxes = (section: string, part: string) =>
      (new RegExp(`<path class="${part}" d="([^"]*)"`).exec(section)?.[1]?.match(/M/g) ?? []).length;
    let cards = '';
    await until('the figures of cards are shown', async () => (cards = sectionOf(await page(), 'Cards')).includes('<svg'));
    expect({
      up: boxes(cards, 'up'),
      planned: boxes(cards, 'planned'),
      down: boxes(cards, 'down'),
      unknown: boxes(cards, 'unknown'),
    }).toEqual({ up: 6, planned: 1, down: 1, unknown: 84 });
    const day = middayAgo(3).toISOString().slice(0, 10);
    expect(cards).toMatch(new RegExp(`Available 9\\d\\.\\d\\d % of the time since .*Downtime on ${day} \\(2 h\\)`));
    expect(cards).toContain(
      '95 % of the responses took at most 10 ms, with a mean of 8.8 ms; 5 % of the responses were server errors (5xx).',
    );
    const cells = new RegExp(`<tr><td[^>]*>${day}</td>(.*?)</tr>`).exec(cards)![1]!;
    expect([...cells.matchAll(/<td[^>]*>([^<]*)</g)].map(([, cell]) => cell)).toEqual([
      ...['91.66 %', '7199 s', '3600 s'],
      ...['5 %', '8.8 ms', '10 ms'],
    ]);
    const html = await page();
    // This service does not run in this bank.
    expect(sectionOf(html, 'Mandate services')).toContain('There are no figures at the moment');
    expect(html).toContain('href="https://bank.example/reports"');
  });

  it('says of each product whether it is available, and names those that are not', async () => {
    let html = await page();
    await until('all that runs is known to', async () => productState((html = await page()), 'Cards') === 'Available');
    expect(productState(html, 'Account information and payment initiation')).toBe('Available');
    expect(productState(html, 'Cards')).toBe('Available');
    // These services do not run in this bank.
    expect(productState(html, 'Mandate services')).toBe('Not available');
    expect(html).toMatch(/Not available: [^<]*Mandate services[^<]*\. Requests return 503/);
    expect(html).not.toMatch(/Not available: [^<]*Cards/);
  });

  it('lists announced maintenance until it is withdrawn', async () => {
    expect(await page()).toContain('No maintenance is announced.');
    const windowId = randomUUID();
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { startsAt, endsAt: new Date(Date.now() + 7_200_000).toISOString(), reason: 'New disks' };
    const announced = (id: string) =>
      internalCall(bank.operator, 'ais-pis', maintenanceInternal.announceMaintenance, body, { windowId: id });
    for (const id of ['00000000-0000-0000-0000-000000000000', 'no-uuid'])
      expect(await announced(id)).toAnswer(400, { tppMessages: [{ path: 'windowId' }] });
    expect(await announced(windowId)).toAnswer(200);
    await until('the window is listed', async () => (await page()).includes(`datetime="${startsAt}"`));
    await internalCall(bank.operator, 'ais-pis', maintenanceInternal.withdrawMaintenance, undefined, { windowId });
    await until('the window is gone', async () => (await page()).includes('No maintenance is announced.'));
  });

  // RFC 9116: one contact at least, exactly one expiry, less than a year ahead. Without the setting there is no such file (site.spec.ts).
  it('stands beside the contact for reports of weaknesses, whose validity lies months ahead', async () => {
    const response = await fetch(`${bank.baseUrl}/.well-known/security.txt`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    const fields = text
      .trimEnd()
      .split('\n')
      .map((line) => /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line)!.slice(1) as [string, string]);
    expect(text.endsWith('\n')).toBe(true);
    expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Canonical', 'Preferred-Languages']);
    const { Contact, Expires, Canonical } = Object.fromEntries(fields);
    expect([Contact, Canonical]).toEqual(['mailto:security@bank.example', `${bank.baseUrl}/.well-known/security.txt`]);
    // The form of RFC 3339.
    expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    const days = (Date.parse(Expires!) - Date.now()) / 86_400_000;
    expect([days > 90, days < 365]).toEqual([true, true]);
  });
});
