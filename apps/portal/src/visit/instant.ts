import { html, type Html } from '@open-banking/pages';

/** A point in time as developers read it, to the minute: `2026-11-23 18:51 UTC`. */
export const instantText = (at: Date | string): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
export const instant = (at: Date | string): Html => html`<time datetime="${new Date(at).toISOString()}">${instantText(at)}</time>`;
