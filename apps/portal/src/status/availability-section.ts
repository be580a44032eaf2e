import { availabilityChart, availabilityLegend, availabilitySentence, availablePercent, html, type Html } from '@open-banking/pages';
import { products, type Service } from '@open-banking/spec';
import { utcMinute } from '../visit/instant.js';
import { monthsOf, type AvailabilityHistory, type HistoryPart } from './availability-history.js';

/** The last 90 days of each product: a chart, the share of the time, response times, and the same as tables. */
export const availabilitySection = (
  histories: ReadonlyMap<Service, AvailabilityHistory>,
): Html => html`<h2 id="history">The last 90 days</h2>
<p>A product counts as unavailable when five probes in a row go unanswered. Announced maintenance counts as downtime and has its own colour. Days begin at midnight in the bank's time zone. Times run from the arrival of a request at the service to its answer.</p>
${availabilityLegend()}
${products.map(({ product }) => productSection(product.title, histories.get(product.service)))}`;

function productSection(title: string, history: AvailabilityHistory | undefined): Html {
  if (!history)
    return html`<section class="history"><h3>${title}</h3><p>There are no figures at the moment: the product is not responding.</p></section>`;
  const { days, total, asOf } = history;
  const percent = availablePercent(days);
  return html`<section class="history"><h3>${title}${percent !== undefined && html` <span class="percent">${percent} %</span>`}</h3>
${availabilityChart(days, title)}
<p>${availabilitySentence(days)} ${timesSentence(total)}</p>
${percent !== undefined && html`<details><summary>Figures of ${title}</summary>${figures('Month', monthsOf(days))}${figures('Day', days.filter(({ observedSeconds }) => observedSeconds > 0).toReversed())}</details>`}
<p class="soft">As of ${utcMinute(asOf)}.</p></section>`;
}

const timesSentence = ({ requests, meanMs, p95Ms, errorPercent }: AvailabilityHistory['total']): string =>
  requests === 0
    ? 'There were no requests.'
    : `95 % of the responses took at most ${p95Ms} ms, with a mean of ${meanMs} ms; ${errorPercent} % of the responses were server errors (5xx).`;

const headings = ['Available', 'Downtime', 'Planned', 'Errors (5xx)', 'Mean', '95 % within'];

/** A table of days or months. Only days have the time within which 95 % of the answers came. */
function figures(first: 'Day' | 'Month', parts: readonly HistoryPart[]): Html {
  const shown = first === 'Day' ? headings : headings.slice(0, -1);
  return html`<div class="scroll"><table><thead><tr><th scope="col">${first}</th>${shown.map((heading) => html`<th scope="col" class="number">${heading}</th>`)}</tr></thead><tbody>
${parts.map(
  (part) =>
    html`<tr><td>${part.day}</td>${cellsOf(part)
      .slice(0, shown.length)
      .map((cell) => html`<td class="number">${cell}</td>`)}</tr>`,
)}</tbody></table></div>`;
}

const cellsOf = (part: HistoryPart): string[] => [
  `${availablePercent([part])} %`,
  `${part.downtimeSeconds} s`,
  `${part.plannedDowntimeSeconds} s`,
  part.errorPercent === undefined ? 'no requests' : `${part.errorPercent} %`,
  part.meanMs === undefined ? 'no requests' : `${part.meanMs} ms`,
  part.p95Ms === undefined ? 'no requests' : `${part.p95Ms} ms`,
];
