import { html, type Html } from './html.js';

/** A day of a service or of a group of operations. Seconds; `downtimeSeconds` includes planned downtime. */
export interface ChartDay {
  readonly day: string;
  /** The part of the day of which the availability is known; 0: nothing is known. */
  readonly observedSeconds: number;
  readonly downtimeSeconds: number;
  readonly plannedDowntimeSeconds: number;
}

const [barWidth, step, height] = [6, 8, 44];
/** A bar shows at least this much of an outage, a third: a minute of a day has less than a tenth of a pixel. The tables have the share. */
const leastHeight = 14;
const unknownHeight = 6;
/** More days with downtime than this are counted, not named. */
const namedDays = 3;

type Part = 'up' | 'planned' | 'down' | 'unknown';
const parts: readonly Part[] = ['up', 'planned', 'down', 'unknown'];

/** The colours of a chart have names, so that a page's own style sheet has them for light and dark. */
const names: Readonly<Record<Part, string>> = {
  up: 'Available',
  planned: 'Planned maintenance',
  down: 'Not available',
  unknown: 'No data',
};

const heightOf = (seconds: number, observed: number): number =>
  seconds <= 0 ? 0 : Math.max(leastHeight, Math.round((seconds / observed) * height));

/** The heights of the parts of a bar, which together are the height of the chart where anything is known. */
function barOf({ observedSeconds, downtimeSeconds, plannedDowntimeSeconds }: ChartDay): Readonly<Record<Part, number>> {
  if (observedSeconds <= 0) return { up: 0, planned: 0, down: 0, unknown: unknownHeight };
  const planned = heightOf(plannedDowntimeSeconds, observedSeconds);
  const down = heightOf(downtimeSeconds - plannedDowntimeSeconds, observedSeconds);
  return {
    up: Math.max(0, height - planned - down),
    planned: Math.min(planned, height - Math.min(down, height)),
    down: Math.min(down, height),
    unknown: 0,
  };
}

/** The boxes of one part of all bars as one path: a chart of 90 days is small. `order` is the order from the bottom of a bar. */
function pathOf(part: Part, days: readonly ChartDay[]): string {
  const order: readonly Part[] = ['unknown', 'up', 'planned', 'down'];
  return days
    .map((day, index) => {
      const bar = barOf(day);
      if (bar[part] === 0) return '';
      const below = order.slice(0, order.indexOf(part)).reduce((sum, one) => sum + bar[one], 0);
      return `M${index * step} ${height - below - bar[part]}h${barWidth}v${bar[part]}h-${barWidth}z`;
    })
    .join('');
}

const minutesText = (seconds: number): string => {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};

/** The available share of the known time in per cent, with two decimals, never rounded up to 100; undefined if nothing is known. */
export function availablePercent(days: readonly ChartDay[]): string | undefined {
  const observed = days.reduce((sum, { observedSeconds }) => sum + observedSeconds, 0);
  const down = days.reduce((sum, { downtimeSeconds }) => sum + downtimeSeconds, 0);
  if (observed <= 0) return undefined;
  return (Math.floor(10_000 * (1 - down / observed)) / 100).toFixed(2);
}

/** A chart in words: the share of the time, the days with downtime, and since when anything is known. */
export function availabilitySentence(days: readonly ChartDay[]): string {
  const percent = availablePercent(days);
  const first = days.find(({ observedSeconds }) => observedSeconds > 0);
  if (percent === undefined || !first) return `No data for the ${days.length} days.`;
  const down = days.filter(({ downtimeSeconds }) => downtimeSeconds > 0).toReversed();
  const named = down.slice(0, namedDays).map(({ day, downtimeSeconds }) => `${day} (${minutesText(downtimeSeconds)})`);
  const more = down.length > namedDays ? ` and ${down.length - namedDays} more days` : '';
  const since = first === days[0] ? `in the ${days.length} days` : `since ${first.day}; there is no data before that day`;
  return `Available ${percent} % of the time ${since}. ${down.length === 0 ? 'No downtime.' : `Downtime on ${named.join(', ')}${more}.`}`;
}

const pathElement = (part: Part, path: string): Html | false => path !== '' && html`<path class="${part}" d="${path}"></path>`;

/** Availability by day as bars, the oldest on the left. The page's style sheet colours `up`, `planned`, `down` and `unknown`. */
export function availabilityChart(days: readonly ChartDay[], title: string): Html {
  const width = days.length * step - (step - barWidth);
  return html`<svg class="availability" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}: ${availabilitySentence(days)}">${parts.map((part) => pathElement(part, pathOf(part, days)))}</svg>
<p class="span"><span>${days[0]?.day}</span> <span>${days.at(-1)?.day}</span></p>`;
}

/** The names of the colours. */
export const availabilityLegend = (): Html =>
  html`<ul class="legend">${parts.map((part) => html`<li><svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path class="${part}" d="M0 0h12v12h-12z"></path></svg> ${names[part]}</li>`)}</ul>`;
