import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { themeOf } from '@open-banking/pages';
import { reportPage, type AvailabilityReport, type ReportLine } from '@open-banking/verification/availability';
import { barriersOn, testBrowser } from '@open-banking/testing/browser';

describe('the availability report as a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'availability-page-'));
  const browser = testBrowser();
  afterAll(() => rmSync(folder, { recursive: true }));

  const figures = {
    observedSeconds: 86_400,
    uptimeSeconds: 86_300,
    downtimeSeconds: 100,
    plannedDowntimeSeconds: 60,
    uptimePercent: 99.8843,
  };
  const line: ReportLine = { productClass: 'AIS', ...figures, requests: 12, errors: 1, errorPercent: 8.3333, meanMs: 4.2, p95Ms: 10 };
  const quiet: ReportLine = { productClass: 'PIS', ...figures, requests: 0, errors: 0 };
  const report: AvailabilityReport = {
    quarter: '2026Q4',
    timeZone: 'Asia/Jerusalem',
    firstDay: '2026-10-01',
    lastDay: '2026-12-31',
    createdAt: '2027-01-01T00:00:00.000Z',
    quarterLines: [line, quiet],
    days: [
      { day: '2026-10-01', ...line },
      { day: '2026-10-01', ...quiet },
    ],
    maintenance: [{ startsAt: '2026-10-01T01:00:00.000Z', endsAt: '2026-10-01T02:00:00.000Z', reason: '<b>Disks</b> & more' }],
  };

  it.each([1_100, 375])('has no accessibility violation (axe) at %i pixels, and needs no other file', async (width) => {
    const file = join(folder, 'report.html');
    writeFileSync(file, reportPage(report, themeOf({ bankName: 'Bank of Tests' })));
    const { page, close } = await browser.open(undefined, { viewport: { width, height: 800 } });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    expect(asked).toEqual([pathToFileURL(file).href]);
    expect(await page.getByText('<b>Disks</b> & more').count()).toBe(1);
    expect(await page.locator('header').textContent()).toBe('Bank of Tests');
    expect(await page.title()).toContain('Bank of Tests');
    expect(await barriersOn(page)).toEqual([]);
    await close();
  });

  it('has a chart of every day of the quarter for each group, in words too, and headings aligned as their cells', async () => {
    const file = join(folder, 'chart.html');
    writeFileSync(file, reportPage(report, themeOf({ bankName: 'Bank of Tests' })));
    const { page, close } = await browser.open(pathToFileURL(file).href, {});
    const charts = page.locator('svg[role=img]');
    expect(await charts.count()).toBe(2);
    // 92 days, of which one is known: it has a box for the time in which it was up, one planned and one not.
    const boxes = async (part: string) => ((await charts.first().locator(`path.${part}`).getAttribute('d')) ?? '').split('M').length - 1;
    expect([await boxes('up'), await boxes('planned'), await boxes('down'), await boxes('unknown')]).toEqual([1, 1, 1, 91]);
    expect(await charts.first().getAttribute('aria-label')).toBe(
      'Account information (AIS): Available 99.88 % of the time in the 92 days. Downtime on 2026-10-01 (2 min).',
    );
    const aligned = (selector: string) => page.evaluate(`getComputedStyle(document.querySelector('${selector}')).textAlign`);
    expect([await aligned('thead th'), await aligned('tbody th')]).toEqual(['start', 'start']);
    expect([await aligned('thead th:nth-child(2)'), await aligned('tbody td')]).toEqual(['end', 'end']);
    await close();
  });
});
