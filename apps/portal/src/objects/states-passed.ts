import { html, utcText, utcTime, type Html } from '@open-banking/pages';
import { statusText, type StatefulKind } from '../reference/status-texts.js';

/** A status that a consent, payment or mandate has had. */
export interface PassedState {
  readonly status: string;
  /** ISO 8601, on the bank's clock. Absent or null: it was not recorded. */
  readonly at?: string | null;
  /** A reason code of ISO 20022, or of mandates. */
  readonly reason?: string | null;
  /** The text of the reason. */
  readonly text?: string;
}

/** A status in a table or in a line of text: its code, and whether another can follow. */
export const statusBadge = (kind: StatefulKind, status: string): Html =>
  html`<code>${status}</code>${statusText(kind, status)?.final === true && html` <span class="badge">final</span>`}`;

/** A status with its sentence: what it means, and whether another can follow. */
export const statusInWords = (kind: StatefulKind, status: string): Html =>
  html`<strong>${statusBadge(kind, status)}</strong> ${statusText(kind, status)?.says}`;

/** The time of a step. The day is left out where the step before has the same one. */
function timeOf(at: string | null | undefined, before: string | null | undefined): Html {
  if (at == null) return html`<span class="soft">time not recorded</span>`;
  const [day, time] = utcText(at, 'second').split(' ');
  if (before == null || utcText(before, 'second').split(' ')[0] !== day) return utcTime(at, 'second', ' UTC');
  return html`<time datetime="${new Date(at).toISOString()}">${time} UTC</time>`;
}

/**
 * The statuses passed, oldest first, each with its time; the last one is the present one. An ordered list: a screen reader reads the
 * number of steps and "current step"; the arrows between them are drawn by the style sheet and not read.
 */
export function statesPassed(states: readonly PassedState[]): Html {
  const last = states.length - 1;
  return html`<ol class="states" aria-label="States passed">${states.map(
    ({ status, at, reason, text }, place) =>
      html`<li ${place === last && html`aria-current="step"`}><code>${status}</code>${place === last && html` <span class="badge">now</span>`}<br>${timeOf(at, states[place - 1]?.at)}${reason != null && html`<br>Reason <code>${reason}</code>${text !== undefined && `: ${text}`}`}</li>`,
  )}</ol>`;
}
