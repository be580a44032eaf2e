import { html, type Html } from '@open-banking/pages';
import { shownDays, utcDay } from './client-usage.js';
import type { TimesOfDayRow } from './requests.statements.js';

const dayMs = 86_400_000;

/** A day of the log: how many requests, how many were refused or failed, and how long they took. */
export interface RequestDay {
  /** `2026-11-23`, UTC. */
  readonly day: string;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  /** Milliseconds; absent without requests in the log. */
  readonly medianMs?: number;
  readonly p95Ms?: number;
}

interface Counted {
  readonly day: string;
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
}

/** The last seven days, the oldest first, those without requests too. */
export function requestDays(counts: readonly Counted[], times: readonly TimesOfDayRow[], nowMs: number): RequestDay[] {
  return Array.from({ length: shownDays }, (_, index) => {
    const day = utcDay(nowMs - (shownDays - 1 - index) * dayMs);
    const { requests = 0, refused = 0, failed = 0 } = counts.find((one) => one.day === day) ?? {};
    const { medianMs, p95Ms } = times.find((one) => one.day === day) ?? {};
    return { day, requests, refused, failed, ...(medianMs !== undefined && { medianMs }), ...(p95Ms !== undefined && { p95Ms }) };
  });
}

const [width, plotTop, plotHeight, plotLeft] = [480, 34, 120, 8] as const;
const step = (width - plotLeft) / shownDays;
const barWidth = 34;
const bottom = plotTop + plotHeight;

const number = (value: number): string => value.toLocaleString('en');
const ms = (value: number | undefined): string =>
  value === undefined ? '–' : `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ms`;

function bar({ day, requests, refused, failed }: RequestDay, index: number, max: number): Html {
  const x = plotLeft + index * step + (step - barWidth) / 2;
  const middle = (x + barWidth / 2).toFixed(1);
  let y: number = bottom;
  const parts = (
    [
      ['answered', requests - refused - failed],
      ['refused', refused],
      ['failed', failed],
    ] as const
  ).map(([kind, count]) => {
    const height = count === 0 ? 0 : Math.max(2, (count / max) * plotHeight);
    y -= height;
    return html`<rect class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${barWidth}" height="${height.toFixed(1)}"/>`;
  });
  return html`${parts}<text x="${middle}" y="${(y - 5).toFixed(1)}" text-anchor="middle">${number(requests)}</text><text class="axis" x="${middle}" y="${bottom + 17}" text-anchor="middle">${day.slice(5)}</text>`;
}

const legend = (['answered', 'refused', 'failed'] as const).map(
  (kind, index) =>
    html`<rect class="${kind}" x="${plotLeft + index * 110}" y="4" width="11" height="11"/><text class="axis" x="${plotLeft + 16 + index * 110}" y="14">${kind}</text>`,
);

function countChart(days: readonly RequestDay[]): Html {
  const max = Math.max(1, ...days.map(({ requests }) => requests));
  return html`<svg viewBox="0 0 ${width} ${bottom + 26}" role="img" aria-label="${countSentence(days)}">${legend}${days.map((day, index) => bar(day, index, max))}</svg>`;
}

function countSentence(days: readonly RequestDay[]): string {
  const sum = (pick: (day: RequestDay) => number): number => days.reduce((total, day) => total + pick(day), 0);
  const [all, refused, failed] = [sum(({ requests }) => requests), sum((day) => day.refused), sum((day) => day.failed)];
  return `${number(all)} requests in the last seven days: ${number(refused)} refused, ${number(failed)} failed.`;
}

function timeChart(days: readonly RequestDay[]): Html | false {
  const max = Math.max(0, ...days.map(({ p95Ms = 0 }) => p95Ms));
  if (max === 0) return false;
  const place = (index: number, value: number) => ({
    x: (plotLeft + (index + 0.5) * step).toFixed(1),
    y: (bottom - (value / max) * (plotHeight - 20)).toFixed(1),
  });
  const pointsOf = (pick: (day: RequestDay) => number | undefined) =>
    days.flatMap((day, index) => {
      const value = pick(day);
      return value === undefined ? [] : [{ ...place(index, value), value }];
    });
  const line = (kind: string, points: readonly { readonly x: string; readonly y: string }[]): Html =>
    html`<polyline class="time ${kind}" points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}"/>${points.map(({ x, y }) => html`<circle class="dot" cx="${x}" cy="${y}" r="3"/>`)}`;
  const [median, p95] = [pointsOf(({ medianMs }) => medianMs), pointsOf(({ p95Ms }) => p95Ms)];
  return html`<svg viewBox="0 0 ${width} ${bottom + 26}" role="img" aria-label="Response times by day: the longest 95th percentile is ${ms(max)}. The table has all values.">
<text class="axis" x="${plotLeft}" y="14">Solid: median. Dashed: 95 % of the requests took at most this long.</text>
${line('median', median)}${line('p95', p95)}${p95.map(({ x, y, value }) => html`<text x="${x}" y="${Number(y) - 7}" text-anchor="middle">${ms(value)}</text>`)}
${days.map(({ day }, index) => html`<text class="axis" x="${place(index, 0).x}" y="${bottom + 17}" text-anchor="middle">${day.slice(5)}</text>`)}</svg>`;
}

/** Errors and response times of the last seven days: charts, and a table with the same values. */
export const daysSection = (days: readonly RequestDay[]): Html => html`<section class="days"><h2 id="days">The last seven days</h2>
<p>${countSentence(days)}</p>
${countChart(days)}
<h3>Response times</h3>
${timeChart(days) || html`<p>There are no requests to measure yet.</p>`}
<details><summary>As a table</summary><div class="scroll"><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Requests</th><th scope="col">Refused (4xx)</th><th scope="col">Failed (5xx)</th><th scope="col">Median</th><th scope="col">95th percentile</th></tr></thead><tbody>${days.map(
  ({ day, requests, refused, failed, medianMs, p95Ms }) =>
    html`<tr><td>${day}</td><td class="number">${number(requests)}</td><td class="number">${number(refused)}</td><td class="number">${number(failed)}</td><td class="number">${ms(medianMs)}</td><td class="number">${ms(p95Ms)}</td></tr>`,
)}</tbody></table></div></details>
<p class="soft">Times are measured at the bank, from a request to its response, without the network. They cover the newest 20,000 requests of each client.</p></section>`;
