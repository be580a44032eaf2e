import { codes, pageOfCode, unknownPathText, type Code, type Refusal } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { developerPages, sitePages } from '@open-banking/spec';
import { portalNotice } from './portal-page.js';

const headings: Readonly<Record<number, string>> = {
  404: 'There is no such page',
  405: 'This address does not take this request',
  429: 'Too many requests',
  503: 'The portal cannot answer at the moment',
};
const headingOf = (status: number): string =>
  headings[status] ?? (status >= 500 ? 'Something went wrong at the bank' : 'This did not work');

/** The page's text for a code without further details: the texts of the table are for clients. */
const textOfPage = (code: Code): string =>
  code === 'RESOURCE_UNKNOWN' ? 'The address is wrong, or what it led to has ended or is not yours.' : codes[code].text;

/** At an address that nothing serves clients read a sentence about operations, which says nothing on a page. */
const textOfFault = ({ code, text }: Refusal['faults'][number]): string =>
  text === undefined || text === unknownPathText ? textOfPage(code) : text;

const ways = [
  [sitePages.showHome.path, 'Front page'],
  [sitePages.showReference.path, 'Reference of every operation'],
  [sitePages.showGuides.path, 'Guides'],
  [developerPages.showDeveloper.path, 'Your clients'],
  [sitePages.showStatus.path, 'Status of the bank'],
] as const;

const mayHaveHappened = html`<p>If you sent a form, what it asked for may have happened. Look at the page that shows it before you send the form again.</p>`;

const retry = (seconds: number | undefined): Html | false =>
  seconds !== undefined && html`<p>Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.</p>`;

/** An error as a page that says in words what is wrong and leads on. The code and the id to report come last. */
export function errorContent({ faults, hints, status }: Refusal, requestId: string) {
  const { code } = faults[0]!;
  const heading = headingOf(status);
  const { retryAfterSeconds } = hints;
  const says = faults.map(textOfFault);
  const content = html`<h1>${heading}</h1>
${portalNotice('alert', says.join(' '))}
${status >= 500 && mayHaveHappened}
${retry(retryAfterSeconds)}
<h2>Go on</h2><ul>${ways.map(([path, name]) => html`<li><a href="${path}">${name}</a></li>`)}</ul>
<p class="soft">Code <a href="${pageOfCode(code)}"><code>${code}</code></a>, request <code>${requestId}</code>.</p>`;
  return { title: heading, content, narrow: true, status, retryAfterSeconds };
}
