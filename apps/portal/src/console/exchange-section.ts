import { codes, pageOfCode, type Code } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { callSamplesList, codeBlock } from '../samples/samples-section.js';
import type { Exchange } from './gateway-calls.service.js';
import { limitsLeft } from './limits-left.js';
import { sentSample } from './sent-sample.js';

/** Characters of an answer that a page shows: a list of a busy account has more. */
const maxShown = 60_000;

/** A request and its response with the time it took, the limits that are left, and the same call as programs. */
export function exchangeSection(exchange: Exchange, heading = 'Answer'): Html {
  const { status, milliseconds, headers, call } = exchange;
  return html`<section aria-labelledby="answer"><h2 id="answer">${heading}</h2>
<p><span class="badge ${status < 400 ? 'ok' : 'bad'}">${status}</span> in ${milliseconds.toFixed(1)} ms, request <code>${call.headers['x-request-id']}</code></p>
${faultList(exchange.text)}
${codeBlock(shortenedBody(exchange.text), 'Body of the answer')}
${limitTable(exchange)}
<details><summary>Headers of the answer</summary>${codeBlock(headerLines(headers), 'Headers of the answer')}</details>
<details open><summary>The request</summary>${codeBlock(requestText(exchange), 'The request')}</details>
<h3>The same call, to paste into a terminal</h3>
<p class="hint">They contain the token: it is valid for an hour at most. Keep it to yourself.</p>
${callSamplesList(sentSample(call))}</section>`;
}

const headerLines = (headers: Exchange['headers']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const requestText = ({ call }: Exchange): string =>
  [`${call.method} ${call.url}`, headerLines(call.headers), ...(call.body === undefined ? [] : ['', call.body])].join('\n');

function shortenedBody(text: string): string {
  const json = parseBody(text);
  const whole = json === undefined ? text : JSON.stringify(json, null, 2);
  if (whole === '') return '(no body)';
  return whole.length > maxShown ? `${whole.slice(0, maxShown)}\n… ${whole.length - maxShown} more characters` : whole;
}

interface ErrorBody {
  readonly tppMessages?: readonly { readonly code?: string; readonly path?: string; readonly text?: string }[];
}

/** The faults as the bank sent them, each with the page of its code. */
function faultList(text: string): Html | false {
  const { tppMessages: messages } = (parseBody(text) ?? {}) as ErrorBody;
  if (!Array.isArray(messages) || messages.length === 0) return false;
  const code = (name = '') =>
    (name as Code) in codes ? html`<a href="${pageOfCode(name)}"><code>${name}</code></a>` : html`<code>${name}</code>`;
  return html`<ul>${messages.map(
    (message: NonNullable<ErrorBody['tppMessages']>[number]) =>
      html`<li>${code(message.code)}${message.path !== undefined && html` <code>${message.path}</code>`}: ${message.text}</li>`,
  )}</ul>`;
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function limitTable({ headers }: Exchange): Html | false {
  const windows = limitsLeft(headers);
  if (windows.length === 0) return false;
  return html`<h3>Limits left</h3><div class="scroll"><table><thead><tr><th scope="col">Window</th><th scope="col">Left</th><th scope="col">Begins again</th></tr></thead><tbody>
${windows.map(({ window, left, of, seconds }) => html`<tr><td>${window}</td><td>${left.toLocaleString('en')} of ${of.toLocaleString('en')}</td><td>in ${seconds.toLocaleString('en')} s</td></tr>`)}</tbody></table></div>`;
}
