import { Html, html } from '@open-banking/pages';

const icon = (shapes: string): Html =>
  new Html(`<svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true" focusable="false">${shapes}</svg>`);

/** A request with the accounts that are ticked. */
const consentIcon = icon(
  '<rect class="plane" x="14" y="3" width="36" height="42" rx="4"/><path class="line" d="M20 14l3 3 5-6M20 25l3 3 5-6M33 14h11M33 25h11M20 36h24"/>',
);
/** A bank, and the customer's tick. */
const approvalIcon = icon(
  '<path class="plane" d="M10 18 32 5l22 13v4H10zM12 40h40v4H12z"/><path class="line" d="M18 24v14M46 24v14M24 31l6 6 11-12"/>',
);
/** A key. */
const tokenIcon = icon(
  '<circle class="plane" cx="20" cy="24" r="11"/><path class="line" d="M31 24h24v8M46 24v6"/><circle class="dot" cx="17" cy="24" r="3"/>',
);
/** Balances as bars. */
const dataIcon = icon(
  '<rect class="plane" x="6" y="4" width="52" height="40" rx="4"/><path class="bar" d="M14 36v-9M25 36V17M36 36V23M47 36V11"/>',
);
const arrow = new Html(
  '<svg class="arrow" viewBox="0 0 32 16" width="32" height="16" aria-hidden="true" focusable="false"><path class="line" d="M2 8h26M21 2l7 6-7 6"/></svg>',
);

const steps = [
  { name: 'Consent', says: 'Your program asks the bank for a consent: what it wants to read, and until when.', drawn: consentIcon },
  { name: 'Approval', says: 'The customer signs in on the bank’s pages, chooses accounts, and approves.', drawn: approvalIcon },
  { name: 'Token', says: 'The customer comes back with a code. Your program exchanges it for a token.', drawn: tokenIcon },
  { name: 'Data', says: 'With the token your program reads accounts, balances and transactions.', drawn: dataIcon },
] as const;

/** How a program gets to a customer's data, as a drawing of four steps whose words say the same. */
export const flowDrawing: Html = html`<ol class="flow" aria-label="From consent to data">${steps.map(
  ({ name, says, drawn }, index) => html`<li>${index > 0 && arrow}${drawn}<p><strong>${name}</strong> ${says}</p></li>`,
)}</ol>`;
