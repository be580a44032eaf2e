import { html, type Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { ClientUsage } from './client-usage.js';
import { usageSentence, wholeNumber } from './usage-chart.js';

/** Limits left and requests of the last week: a picture for each colour scheme, and the same as tables. */
export function usageSection(clientId: string, usage: ClientUsage): Html {
  const path = developerPages.showClientUsage.path.replace('{clientId}', encodeURIComponent(clientId));
  const { limits, days } = usage;
  return html`<section class="usage"><h2>Limits and requests</h2>
<picture><source srcset="${path}?theme=dark" media="(prefers-color-scheme: dark)"><img src="${path}" width="420" height="230" alt="${usageSentence(usage)}"></picture>
<details><summary>As tables</summary>
${
  limits.length === 0
    ? html`<p>No limit was charged to this client today.</p>`
    : html`<table><thead><tr><th scope="col">Limit</th><th scope="col">Used</th><th scope="col">Operation nearest to it</th></tr></thead><tbody>${limits.map(
        ({ limits: of, window, used, limit, operation }) =>
          html`<tr><td>${of}, ${window}</td><td class="number">${wholeNumber(used)} of ${wholeNumber(limit)}</td><td><code>${operation}</code></td></tr>`,
      )}</tbody></table>`
}
<table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Answered</th><th scope="col">Refused (4xx)</th><th scope="col">Failed (5xx)</th></tr></thead><tbody>${days.map(
    ({ day, answered, refused, failed }) =>
      html`<tr><td>${day}</td><td class="number">${wholeNumber(answered)}</td><td class="number">${wholeNumber(refused)}</td><td class="number">${wholeNumber(failed)}</td></tr>`,
  )}</tbody></table></details>
<p class="soft">Each operation has limits of its own: a class shows the operation that is nearest to its limit. As of the last request that the <a href="${developerPages.showRequests.path}?client=${encodeURIComponent(clientId)}">request log</a> has, a second or two ago.</p></section>`;
}
