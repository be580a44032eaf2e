import { html, bidiIsolate, notice, places, localeOf, type Frame, type Html, type Place, type WaitingPlace } from '@open-banking/pages';

/** The header data of every page: the customer and the session's end, what was just done, and what waits in each place. */
export interface PageHeader {
  readonly customerName: string;
  readonly signedInUntil: string;
  readonly csrf: string;
  /** `isDone`: it succeeded. */
  readonly done?: { readonly says: string; readonly isDone: boolean };
  readonly waiting: Readonly<Record<WaitingPlace, number>>;
}

/** The header of a page: navigation and what was just done. `within`: the page is not the place itself, but belongs to it. */
export function pageHeaderOf(
  frame: Frame,
  here: Place,
  { customerName, signedInUntil, done, waiting }: PageHeader,
  { within = false }: { readonly within?: boolean } = {},
): Html {
  const { approval, customer } = localeOf(frame.language);
  const link = (place: Place): Html => {
    const number = place === 'activity' ? 0 : waiting[place];
    return html`<a href="${places[place]}?lang=${frame.language}" ${place === here && html`aria-current="${within ? 'true' : 'page'}"`}>${customer.places[place]}${number > 0 && html` <span class="count">${customer.waiting(number)}</span>`}</a>`;
  };
  return html`<p class="who">${approval.signedInAs(bidiIsolate(customerName))} · ${customer.until(signedInUntil)}</p>
<nav aria-label="${customer.nav}"><ul class="places">${(Object.keys(places) as Place[]).map((place) => html`<li>${link(place)}</li>`)}</ul></nav>
${done !== undefined && notice(done.isDone ? 'done' : 'note', done.says)}`;
}

/** The link from a page to the list it belongs to, by the list's name. */
export function backTo(frame: Frame, place: Place): Html {
  const { customer } = localeOf(frame.language);
  return html`<p class="leave"><a href="${places[place]}?lang=${frame.language}">${customer.backTo(customer.places[place])}</a></p>`;
}

/** The footer of a page. */
export const leaving = (frame: Frame, csrf: string): Html =>
  html`<form method="post" action="/customer?lang=${frame.language}"><input type="hidden" name="csrf" value="${csrf}">
<p class="leave"><button class="link" name="step" value="sign-out">${localeOf(frame.language).customer.signOut}</button></p></form>`;
