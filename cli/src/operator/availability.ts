import { Command } from 'commander';
import type { ReportLine } from '@open-banking/verification/availability';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { writeTo } from '../named-file.js';

interface Options {
  readonly quarter: string;
  readonly csv?: string;
  readonly html?: string;
  readonly bankName: string;
  readonly theme?: string;
  readonly timeZone: string;
  readonly json?: true;
}

const columns = ['class', 'uptime %', 'down s', 'planned s', 'requests', 'errors', 'mean ms', 'p95 ms'];
const cells = (line: ReportLine): string[] =>
  [
    line.productClass,
    line.uptimePercent,
    line.downtimeSeconds,
    line.plannedDowntimeSeconds,
    line.requests,
    line.errors,
    line.meanMs,
    line.p95Ms,
  ].map((value) => String(value ?? '-'));

export const reportAvailability = withBankOptions(new Command('availability'))
  .description('Reports the uptime, downtime, answer times and errors of a quarter by day (docs/availability.md)')
  .requiredOption('--quarter <quarter>', 'Such as 2026Q4')
  .option('--csv <file>', 'Writes the daily figures as CSV')
  .option('--html <file>', 'Writes the report as a page to publish or print')
  .option('--bank-name <name>', "The bank's name on the page", process.env['BANK_NAME'] || 'Demo Bank')
  .option('--theme <file>', "The bank's theme for the page, as THEME_FILE", process.env['THEME_FILE'] || undefined)
  .option('--time-zone <zone>', "The bank's time zone: its days begin there", process.env['TIME_ZONE'] || 'Asia/Jerusalem')
  .option('--json')
  .action(async ({ quarter, csv, html, bankName, theme, timeZone, json }: Options, command: Command) => {
    const { databases } = new BankConnection(command).running;
    const [{ availabilityReport, reportCsv, reportPage }, { themeOf }] = await Promise.all([
      import('@open-banking/verification/availability'),
      import('@open-banking/pages'),
    ]);
    const report = await availabilityReport(databases, quarter, timeZone);
    if (csv !== undefined) writeTo(csv, reportCsv(report), '--csv');
    if (html !== undefined) writeTo(html, reportPage(report, themeOf({ bankName, themeFile: theme })), '--html');
    if (json) return printJson(report);
    if (report.quarterLines.length === 0) return print(`No figures are stored for ${report.quarter}.`);
    for (const line of [columns, ...report.quarterLines.map(cells)]) print(line.map((cell) => cell.padStart(10)).join(' '));
  });
