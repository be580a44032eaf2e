import type { Distinction } from '@open-banking/ais-pis-consents';
import { clockTime, html, localeOf, longDate, notice, page, places, type Frame, type Html } from '@open-banking/pages';
import { receiptsAt } from '../receipts/receipts.pages.js';
import { leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';
import { activityChart } from './activity-chart.js';
import type { ActivityGroup, ActivityLine, ActivityOfDay } from './customer-activity.service.js';

export interface ActivityPage extends ActivityOfDay {
  readonly timeZone: string;
  /** The service that the page is restricted to. */
  readonly clientId?: string | undefined;
  /** The page continues an earlier one: it does not begin with the newest activity of the day. */
  readonly further: boolean;
  /** The address names a day or a place that does not exist. */
  readonly problem?: 'noSuchDay' | 'noSuchPlace' | undefined;
}

type Query = Readonly<Record<string, string | number>>;

/** The activity of a customer's services by service and hour, with a bar for each day. */
export function activityPage(frame: Frame, shown: ActivityPage, header: PageHeader): string {
  const { language } = frame;
  const { activity: words, receipts } = localeOf(language);
  const { day, days, groups, clientId, further, isLost, problem, timeZone } = shown;
  const address = (query: Query): string =>
    `${places.activity}?${new URLSearchParams({ lang: language, ...(clientId !== undefined && { service: clientId }), ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) }).toString()}`;
  return page(
    frame,
    words.title,
    html`<div class="card"><h1>${words.title}</h1>
${pageHeaderOf(frame, 'activity', header)}
<p class="soft">${words.lead}</p>
${problem !== undefined && notice('alert', receipts[problem])}
${serviceFilter(shown, frame)}
${activityChart(frame, days, day, (of) => address({ day: of }))}
<h2>${longDate(day, language)}</h2>
${isLost && notice('alert', receipts.lost)}
${groups.length > 0 ? html`<ul class="accounts">${groups.map((group) => groupHtml(group, frame, timeZone))}</ul>` : html`<p class="soft">${further ? receipts.noFurther : words.none}</p>`}
<p>${otherDays(shown, frame, address)}</p>
${groups.length > 0 && forExperts(day, frame)}
${leaving(frame, header.csrf)}</div>`,
  );
}

/** The text behind the name of a service that distinguishes it from others of the same name. */
function apartText(distinction: Distinction | undefined, language: Frame['language']): string {
  if (!distinction) return '';
  const { by, value } = distinction;
  return ` (${localeOf(language).customer.apart[by]}: ${by === 'registeredOn' ? longDate(value, language) : value})`;
}

/** Chooses a service. The form loads the page again, so it works without a script. */
function serviceFilter({ services, clientId }: ActivityPage, { language }: Frame): Html | false {
  const { activity: words } = localeOf(language);
  return (
    services.length > 1 &&
    html`<form class="find" method="get" action="${places.activity}"><input type="hidden" name="lang" value="${language}">
<label class="field"><span>${words.service}</span><select name="service"><option value="">${words.all}</option>${services.map((one) => html`<option value="${one.clientId}" ${one.clientId === clientId && html`selected`}>${one.name}${apartText(one.distinction, language)}</option>`)}</select></label>
<button>${words.show}</button></form>`
  );
}

function otherDays({ day, before, after, next, further }: ActivityPage, { language }: Frame, address: (query: Query) => string): Html {
  const { receipts } = localeOf(language);
  const link = (query: Query, text: string): Html => html`<a href="${address(query)}">${text}</a> `;
  return html`${further && link({ day }, receipts.beginning)}${next !== undefined && link({ day, before: next }, receipts.more)}${before !== null && link({ day: before }, receipts.before(longDate(before, language)))}${after !== null && link({ day: after }, receipts.after(longDate(after, language)))}`;
}

/** Each approval is of another thing: its things are counted, not its times. */
const isCounted = <T extends object>(several: T, kind: PropertyKey): kind is keyof T => Object.hasOwn(several, kind);

function groupHtml({ clientName, lines }: ActivityGroup, { language }: Frame, timeZone: string): Html {
  const { activity: words } = localeOf(language);
  const time = (at: Date): string => clockTime(at, language, timeZone);
  const said = ({ kind, times, first, last }: ActivityLine): string => {
    const counted = times > 1 && isCounted(words.several, kind) ? words.several[kind](times) : undefined;
    if (counted !== undefined) return `${counted} ${words.period(time(first), time(last))}`;
    return `${words.kinds[kind]} ${words.when(times, time(first), time(last))}`;
  };
  return html`<li><div class="account"><span><b><bdi>${clientName}</bdi></b><ul>${lines.map((line) => html`<li>${said(line)}</li>`)}</ul></span></div></li>`;
}

/** Links to the single receipts of the day, and to the file that proves them. */
function forExperts(day: string, { language }: Frame): Html {
  const { activity: words, receipts } = localeOf(language);
  return html`<details class="more"><summary>${words.experts}</summary>
<p><a href="${receiptsAt}?day=${day}&lang=${language}">${words.single}</a></p>
<p><a href="${receiptsAt}/${day}?lang=${language}" download>${receipts.download}</a></p><p class="soft">${receipts.proofs}</p></details>`;
}
