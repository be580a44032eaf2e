import { html, type Html } from '@open-banking/pages';
import type { AvailabilityReport, ReportDay, ReportedClass, ReportLine } from './report.js';

const names: Readonly<Record<ReportedClass, string>> = {
  AIS: 'Account information (AIS)',
  PIS: 'Payment initiation (PIS)',
  OTHER: 'Other operations',
  ALL: 'Whole interface',
};

const style = `
  body { font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
  caption { text-align: start; font-weight: 600; padding: .5rem 0; }
  th, td { border: 1px solid #767676; padding: .25rem .5rem; text-align: end; font-variant-numeric: tabular-nums; }
  th[scope=row], td.text { text-align: start; }
  thead th { background: #eee; }
  .scrolling { overflow-x: auto; }
  @media print { body { max-width: none; margin: 0; font-size: 9pt; } thead { display: table-header-group; } tr { break-inside: avoid; } .scrolling { overflow: visible; } }`;

/** The report as one page that needs nothing else: no script, no image, no other file. */
export const reportPage = (report: AvailabilityReport): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Availability and performance of the interface, ${report.quarter}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Availability and performance of the interface, ${report.quarter}</h1>
<p>${report.firstDay} to ${report.lastDay}, days in the time zone ${report.timeZone}. Created ${report.createdAt}.</p>
${report.quarterLines.length === 0 ? html`<p>No figures are stored for this quarter.</p>` : figures(report)}
${explanation}
</main>
</body>
</html>
`.text;

const figures = ({ quarterLines, days, maintenance }: AvailabilityReport): Html => html`
<h2>Quarter</h2>
${table('The whole quarter', 'Operations', quarterLines, ({ productClass }) => names[productClass])}
<h2>Days</h2>
${quarterLines.map(({ productClass }) =>
  table<ReportDay>(
    names[productClass],
    'Day',
    days.filter((day) => day.productClass === productClass),
    ({ day }) => day,
  ),
)}
<h2>Announced maintenance</h2>
${maintenance.length === 0 ? html`<p>None was announced.</p>` : announced(maintenance)}`;

const headings = ['Uptime, %', 'Downtime, s', 'of it planned, s', 'Requests', 'Errors', 'Errors, %', 'Mean time, ms', '95 % within, ms'];

function table<Line extends ReportLine>(caption: string, of: string, lines: readonly Line[], name: (line: Line) => string): Html {
  return html`<div class="scrolling" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">${of}</th>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${lines.map((line) => html`<tr><th scope="row">${name(line)}</th>${cells(line).map((cell) => html`<td>${cell ?? 'none'}</td>`)}</tr>\n`)}</tbody>
</table></div>`;
}

const cells = (line: ReportLine): readonly (number | undefined)[] => [
  line.uptimePercent,
  line.downtimeSeconds,
  line.plannedDowntimeSeconds,
  line.requests,
  line.errors,
  line.errorPercent,
  line.meanMs,
  line.p95Ms,
];

const announced = (
  windows: AvailabilityReport['maintenance'],
): Html => html`<div class="scrolling" role="region" aria-label="Announced maintenance" tabindex="0"><table>
<caption>Announced before it began</caption>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Reason</th></tr></thead>
<tbody>${windows.map(({ startsAt, endsAt, reason }) => html`<tr><th scope="row">${startsAt}</th><td class="text">${endsAt}</td><td class="text">${reason}</td></tr>\n`)}</tbody>
</table></div>`;

const explanation = html`<h2>How to read the figures</h2>
<p>Figures of the dedicated interface under article 32(4) of Regulation (EU) 2018/389 and guidelines 2 and 3 of EBA/GL/2018/07. The interface counts as down when five consecutive requests are not answered within 30 seconds, from the first of them on; the bank makes these requests itself, every six seconds unless configured otherwise. Downtime includes planned maintenance. Errors are answers with a 5xx status. Times run from the request's arrival at a service to its answer. The value within which 95 % of the answers came is the upper bound of a bucket: it is never too low and, above 10 ms, at most 28 % too high.</p>`;
