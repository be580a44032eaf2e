import { html, type Html } from './html.js';

const lengths = { minute: 16, second: 19, millisecond: 23 } as const;
type Precision = keyof typeof lengths;

/** A point in time in UTC, down to `precision`: `2026-11-23 18:51:09`. */
export const utcText = (at: Date | string, precision: Precision): string =>
  new Date(at).toISOString().slice(0, lengths[precision]).replace('T', ' ');

/** The same as an element that programs can read. `zone` says after it that it is UTC, where the page does not. */
export const utcTime = (at: Date | string, precision: Precision, zone: ' UTC' | '' = ''): Html =>
  html`<time datetime="${new Date(at).toISOString()}">${utcText(at, precision)}${zone}</time>`;
