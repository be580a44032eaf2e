import { html, bidiIsolate, notice, places, localeOf, type Frame, type Html, type Place } from '@open-banking/pages';

/** The header data of every page: the customer and the session's end, what was just done, and what waits in each place. */
export interface PageHeader {
  readonly customerName: string;
  readonly signedInUntil: string;
  readonly csrf: string;
  readonly done?: string;
  readonly waiting: Readonly<Record<Place, number>>;
}

/** The header of a page: navigation and what was just done. `within`: the page is not the place itself, but belongs to it. */
export function pageHeaderOf(
  frame: Frame,
  here: Place,
  { customerName, signedInUntil, done, waiting }: PageHeader,
  { within = false }: { readonly within?: boolean } = {},
): Html {
  const { approval, customer } = localeOf(frame.language);
  const link = (place: Place): Html =>
    html`<a href="${places[place]}?lang=${frame.language}" ${place === here && html`aria-current="${within ? 'true' : 'page'}"`}>${customer.places[place]}${waiting[place] > 0 && html` <span class="count">${customer.waiting(waiting[place])}</span>`}</a>`;
  return html`<p class="who">${approval.signedInAs(bidiIsolate(customerName))} · ${customer.until(signedInUntil)}</p>
<nav aria-label="${customer.nav}"><ul class="places">${(Object.keys(places) as Place[]).map((place) => html`<li>${link(place)}</li>`)}</ul></nav>
${done !== undefined && notice('note', done)}`;
}

/** The footer of a page. */
export const leaving = (frame: Frame, csrf: string): Html =>
  html`<form method="post" action="/customer?lang=${frame.language}"><input type="hidden" name="csrf" value="${csrf}">
<p class="leave"><button class="link" name="step" value="sign-out">${localeOf(frame.language).customer.signOut}</button></p></form>`;
