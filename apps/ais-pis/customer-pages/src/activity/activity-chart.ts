import { html, localeOf, longDate, type Frame, type Html } from '@open-banking/pages';
import type { DayOfChart } from './customer-activity.service.js';

const barWidth = 16;
const step = 20;
const height = 96;

/**
 * A bar for each day, and a folded table with the same numbers. The newest day is at the end of the line: on the right, or on the left in
 * Hebrew and Arabic.
 */
export function activityChart(frame: Frame, days: readonly DayOfChart[], shownDay: string, addressOf: (day: string) => string): Html {
  const { language } = frame;
  const { direction, activity } = localeOf(language);
  const busiest = days.reduce((one, other) => (other.times > one.times ? other : one), days[0]!);
  const total = days.reduce((sum, { times }) => sum + times, 0);
  const says = total === 0 ? activity.nothing : activity.summary(total, longDate(busiest.day, language), busiest.times);
  const bar = ({ day, times }: DayOfChart, index: number): Html => {
    const x = (direction === 'rtl' ? days.length - 1 - index : index) * step;
    const tall = times === 0 ? 1 : Math.max(4, Math.round((times / busiest.times) * height));
    return html`<rect class="ground" x="${x}" y="0" width="${barWidth}" height="${height}"/><rect ${day === shownDay && html`class="shown"`} x="${x}" y="${height - tall}" width="${barWidth}" height="${tall}"/>`;
  };
  const active = days.filter(({ times }) => times > 0).toReversed();
  return html`<svg class="chart" role="img" aria-label="${says}" viewBox="0 0 ${days.length * step - (step - barWidth)} ${height}">${days.map(bar)}</svg>
<p class="axis" aria-hidden="true"><span>${longDate(days[0]!.day, language)}</span><span>${longDate(days.at(-1)!.day, language)}</span></p>
<p>${says}</p>
${
  active.length > 0 &&
  html`<details class="more"><summary>${activity.table}</summary><table class="days"><thead><tr><th scope="col">${activity.day}</th><th scope="col">${activity.number}</th></tr></thead>
<tbody>${active.map(({ day, times, isCapped }) => html`<tr><th scope="row"><a href="${addressOf(day)}">${longDate(day, language)}</a></th><td>${isCapped ? activity.atLeast(times) : times}</td></tr>`)}</tbody></table></details>`
}`;
}
