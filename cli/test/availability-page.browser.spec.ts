import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportPage, type AvailabilityReport, type ReportLine } from '@open-banking/books/availability';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core');

describe('the availability report as a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'availability-page-'));
  let browser: Browser;
  beforeAll(async () => {
    browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args: ['--no-sandbox', '--disable-gpu'],
      headless: true,
    });
  }, 60_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await browser?.close();
  });

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
    writeFileSync(file, reportPage(report));
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    expect(asked).toEqual([pathToFileURL(file).href]);
    expect(await page.getByText('<b>Disks</b> & more').count()).toBe(1);
    await page.addScriptTag({ path: axe });
    const { violations } = (await page.evaluate(
      'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
    )) as { violations: { id: string; nodes: { html: string }[] }[] };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(true);
    await page.close();
  });
});
