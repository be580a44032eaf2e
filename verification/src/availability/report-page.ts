import { daysAfter } from '@open-banking/messages';
import { availabilityChart, availabilityLegend, availabilitySentence, Html, html, type ChartDay, type Theme } from '@open-banking/pages';
import type { AvailabilityReport, ReportDay, ReportedClass, ReportLine } from './report.js';

const names: Readonly<Record<ReportedClass, string>> = {
  AIS: 'Account information (AIS)',
  PIS: 'Payment initiation (PIS)',
  OTHER: 'Other operations',
  ALL: 'Whole interface',
};

/** Rules beside those of the bank's theme. */
const reportStyle = `
:root{--ok:#14613a}
@media screen and (prefers-color-scheme:dark){:root{--ok:#8fd8ad}}
.top>div,main{max-width:75rem}
h2{font-size:1.25rem}h3{font-size:1.05rem;margin:1.25rem 0 .5rem}
table{border-collapse:collapse;width:100%;margin:1rem 0 2rem;background:var(--card)}
caption{text-align:start;font-weight:600;padding:.5rem 0}
th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:end;font-variant-numeric:tabular-nums}
th:first-child,td.text,th.text{text-align:start}
thead th{background:var(--tint);vertical-align:bottom}
.scrolling{overflow-x:auto}
.availability{display:block;inline-size:100%;block-size:2.75rem}
.span{display:flex;justify-content:space-between;color:var(--soft);font-size:.9rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0}
path.up{fill:var(--ok)}path.planned{fill:var(--note-edge)}path.down{fill:var(--alert)}path.unknown{fill:var(--soft)}
@media print{body{font-size:9pt}.top>div,main{max-width:none}thead{display:table-header-group}tr,section{break-inside:avoid}.scrolling{overflow:visible}path{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;

/** The report as one page in the bank's theme that needs nothing else: no script, no other file. */
export const reportPage = (report: AvailabilityReport, { bankName, logo, style }: Pick<Theme, 'bankName' | 'logo' | 'style'>): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Availability and performance of the interface, ${report.quarter} · ${bankName}</title>
<style>${new Html(style + reportStyle)}</style>
</head>
<body>
<header class="top"><div>${logo !== undefined && html`<img src="data:image/png;base64,${logo}" alt="">`}<strong>${bankName}</strong></div></header>
<main>
<h1>Availability and performance of the interface, ${report.quarter}</h1>
<p>${report.firstDay} to ${report.lastDay}, days in the time zone ${report.timeZone}. Created ${report.createdAt}.</p>
${report.quarterLines.length === 0 ? html`<p>No figures are stored for this quarter.</p>` : figures(report)}
${explanation}
</main>
</body>
</html>
`.text;

const figures = (report: AvailabilityReport): Html => {
  const { quarterLines, days, maintenance } = report;
  return html`
<h2>Availability by day</h2>
${availabilityLegend()}
${quarterLines.map(({ productClass }) => chartSection(names[productClass], chartDays(report, productClass)))}
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
};

const chartSection = (name: string, days: readonly ChartDay[]): Html =>
  html`<section><h3>${name}</h3>${availabilityChart(days, name)}<p>${availabilitySentence(days)}</p></section>`;

/** Every day of the quarter. A day without figures has no observed seconds. */
function chartDays({ firstDay, lastDay, days }: AvailabilityReport, productClass: ReportedClass): ChartDay[] {
  const known = new Map(days.filter((day) => day.productClass === productClass).map((day) => [day.day, day]));
  const count = Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = daysAfter(firstDay, index);
    return known.get(day) ?? { day, observedSeconds: 0, downtimeSeconds: 0, plannedDowntimeSeconds: 0 };
  });
}
const dayMs = 86_400_000;

const headings = [
  'Uptime (%)',
  'Downtime (s)',
  'Planned downtime (s)',
  'Requests',
  'Errors (5xx)',
  'Errors (%)',
  'Mean time (ms)',
  '95 % within (ms)',
];

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
<thead><tr><th scope="col">From</th><th scope="col" class="text">To</th><th scope="col" class="text">Reason</th></tr></thead>
<tbody>${windows.map(({ startsAt, endsAt, reason }) => html`<tr><th scope="row">${startsAt}</th><td class="text">${endsAt}</td><td class="text">${reason}</td></tr>\n`)}</tbody>
</table></div>`;

const explanation = html`<h2>How to read the figures</h2>
<p>Figures of the dedicated interface under article 32(4) of Regulation (EU) 2018/389 and guidelines 2 and 3 of EBA/GL/2018/07. The interface counts as down when five consecutive requests are not answered within 30 seconds, from the first of them on; the bank makes these requests itself, every six seconds unless configured otherwise. Downtime includes planned maintenance. Errors are answers with a 5xx status. Times run from the request's arrival at a service to its answer. The value within which 95 % of the answers came is the upper bound of a bucket: it is never too low and, above 10 ms, at most 28 % too high.</p>`;
