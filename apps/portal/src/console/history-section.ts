import { html, utcTime, type Html } from '@open-banking/pages';
import type { HistoryEntry } from '../requests/console-calls.statements.js';
import { operationPath } from './operation-path.js';

/** The page of a call of the history: its response, and a form that sends it again. */
export const callPath = ({ operation, callId }: Pick<HistoryEntry, 'operation' | 'callId'>): string =>
  `${operationPath(operation)}?call=${callId}`;

/** The latest calls of the console, the newest first. `shown`: the one on this page. */
export const historySection = (calls: readonly HistoryEntry[], shown?: string): Html | false =>
  calls.length > 0 &&
  html`<h2 id="history">Latest calls</h2>
<p class="hint">Open a call to see its response and to send it again. The last 20 calls are kept for 24 hours, without tokens.</p>
<ol class="calls">${calls.map(
    (call) =>
      html`<li ${call.callId === shown && html`aria-current="true"`}><span class="badge ${call.status < 400 ? 'ok' : 'bad'}">${call.status}</span> <a href="${callPath(call)}"><code>${call.operation}</code></a> <span class="soft">${utcTime(call.calledAt, 'second', ' UTC')}</span></li>`,
  )}</ol>`;
