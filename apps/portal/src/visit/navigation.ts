import { html, type Html } from '@open-banking/pages';
import { consolePages, customerEditorPages, developerPages, objectPages, scenarioPages, sitePages } from '@open-banking/spec';
import type { Frame } from './frame.js';

interface Place {
  readonly path: string;
  readonly name: string;
  /** It exists in the sandbox only. */
  readonly sandbox?: boolean;
}

/** The places of the portal, by the reason to go there. */
const groups: readonly { readonly name: string; readonly places: readonly Place[] }[] = [
  {
    name: 'Docs',
    places: [
      { path: sitePages.showHome.path, name: 'Get started' },
      { path: sitePages.showGuides.path, name: 'Guides' },
      { path: sitePages.showReference.path, name: 'Reference' },
      { path: sitePages.showErrors.path, name: 'Errors' },
      { path: sitePages.showReading.path, name: 'Reading' },
      { path: sitePages.showVersions.path, name: 'Versions' },
      { path: sitePages.showChangelog.path, name: 'Changelog' },
    ],
  },
  {
    name: 'Build',
    places: [
      { path: developerPages.showDeveloper.path, name: 'Clients' },
      { path: consolePages.showConsole.path, name: 'Console', sandbox: true },
      { path: customerEditorPages.showSandboxCustomers.path, name: 'Customers', sandbox: true },
      { path: scenarioPages.showScenarios.path, name: 'Sandbox', sandbox: true },
    ],
  },
  {
    name: 'Watch',
    places: [
      { path: developerPages.showRequests.path, name: 'Requests' },
      { path: developerPages.showNotifications.path, name: 'Notifications' },
      { path: objectPages.showDeveloperConsents.path, name: 'Consents', sandbox: true },
      { path: objectPages.showDeveloperPayments.path, name: 'Payments', sandbox: true },
      { path: objectPages.showDeveloperMandates.path, name: 'Mandates', sandbox: true },
      { path: sitePages.showStatus.path, name: 'Status' },
    ],
  },
];
/** Pages below a place that do not belong to it. */
const elsewhere: readonly string[] = [
  developerPages.showAccount.path,
  developerPages.showSignUp.path,
  developerPages.showConfirmation.path,
  developerPages.showPasswordReset.path,
  developerPages.showNewPassword.path,
  developerPages.showReopening.path,
];

const isBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** The nearest place above a page is where it stands. */
function currentPlace({ path }: Frame): string | undefined {
  if (elsewhere.includes(path)) return undefined;
  const above = groups.flatMap(({ places }) => places.map((place) => place.path)).filter((place) => isBelow(path, place));
  return above.sort((a, b) => b.length - a.length)[0];
}

/** The groups of places, each in a line of its own where the window is narrow. */
export function navigation(frame: Frame): Html {
  const current = currentPlace(frame);
  const link = ({ path, name }: Place): Html =>
    html`<li><a href="${path}" ${path === current && html`aria-current="page"`}>${name}</a></li>`;
  return html`<nav aria-label="Portal">${groups.map(
    ({ name, places }) =>
      html`<div class="group"><span id="nav-${name}">${name}</span><ul aria-labelledby="nav-${name}">${places.filter(({ sandbox }) => frame.sandbox || !sandbox).map(link)}</ul></div>`,
  )}</nav>`;
}

/** The account of the developer who is signed in, and the way out of it; for others, the way in. */
export function accountMenu({ account, path }: Frame): Html {
  const own = developerPages.showAccount.path;
  if (!account) return html`<div class="account"><a href="${developerPages.showDeveloper.path}">Sign in</a></div>`;
  return html`<div class="account"><a href="${own}" ${path === own && html`aria-current="page"`} title="Your account: ${account.name}">${account.name}</a>
<form method="post" action="${developerPages.answerDeveloper.path}"><input type="hidden" name="csrf" value="${account.csrf}"><button class="plain" name="step" value="sign-out">Sign out</button></form></div>`;
}
