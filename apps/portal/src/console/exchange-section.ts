import { html, type Html } from '@open-banking/pages';
import { statusInWords } from '../objects/states-passed.js';
import { guidePath } from '../guides/guide-list.js';
import { callSamplesList } from '../samples/samples-section.js';
import { colouredBody, colouredHeaders, readableBody } from './coloured-text.js';
import { maxKeptCharacters } from './console-history.service.js';
import { faultList, parseBody } from './exchange-faults.js';
import type { Call, Exchange } from '../gateway-calls/gateway-calls.service.js';
import { durationInWords, limitsLeft } from './limits-left.js';
import { sentSample, isSigned } from './sent-sample.js';

/** A token for the samples: the one that the browser holds, the name of a variable where it holds none, or nothing where none is needed. */
export type SampleToken = string | { readonly variable: string } | undefined;

interface ExchangeParts {
  readonly heading?: string;
  /** The page explains the status already. */
  readonly isExplained?: boolean;
  /** Content below the status. */
  readonly next?: Html | undefined;
}

/** The token with which a call was just sent. */
export const tokenOfCall = ({ headers }: Call): SampleToken => headers['authorization']?.split(' ')[1];

/** A request and its response with the time it took, the limits that are left, and the same call as programs. */
export function exchangeSection(
  exchange: Exchange,
  token: SampleToken,
  { heading = 'Response', isExplained = false, next }: ExchangeParts = {},
): Html {
  const { status, milliseconds, headers, call, text } = exchange;
  const type = headers['content-type'] ?? '';
  return html`<h2 id="answer">${heading}</h2>
<p><span class="badge ${status < 400 ? 'ok' : 'bad'}">${status}</span> in ${milliseconds.toFixed(1)} ms, request <code>${call.headers['x-request-id']}</code></p>
${!isExplained && statusLine(text)}
${faultList(text)}
${next}
${block('Response body', colouredBody(shownBody(text, type), type))}
${limitTable(exchange)}
<details><summary>Response headers</summary>${block('Response headers', colouredHeaders(headerLines(headers)))}</details>
<details><summary>Request</summary>${block('Request as sent', requestLines(call, token))}</details>
<details class="samples" open><summary>Call as code</summary>${sampleHint(call, token)}
${callSamplesList(sentSample(call, token))}
<p class="hint">Whole programs in Java and Go: <a href="${guidePath('java')}">Java</a>, <a href="${guidePath('go')}">Go</a>.</p></details>`;
}

const statusMembers = { consentStatus: 'consent', transactionStatus: 'payment', mandateStatus: 'mandate' } as const;

/** The status of a consent, payment or mandate in a response, with what it means. */
function statusLine(text: string): Html[] {
  const body = (parseBody(text) ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(statusMembers)
    .map(([member, kind]) => [kind, body[member]] as const)
    .filter((found): found is [(typeof statusMembers)[keyof typeof statusMembers], string] => typeof found[1] === 'string')
    .map(([kind, status]) => html`<p>${statusInWords(kind, status)}</p>`);
}

const block = (label: string, content: readonly (Html | string)[]): Html =>
  html`<pre tabindex="0" aria-label="${label}"><code>${content}</code></pre>`;

const headerLines = (headers: Exchange['headers']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function requestLines({ method, url, headers, body }: Call, token: SampleToken): (Html | string)[] {
  const shown =
    token === undefined ? headers : { ...headers, authorization: `Bearer ${typeof token === 'string' ? token : `$${token.variable}`}` };
  return [
    `${method} ${url}\n`,
    ...colouredHeaders(headerLines(shown)),
    ...(body === undefined ? [] : ['\n\n', ...colouredBody(body, 'application/json')]),
  ];
}

function shownBody(text: string, type: string): string {
  const readable = readableBody(text, type);
  if (readable === '') return '(no body)';
  if (readable.length <= maxKeptCharacters) return readable;
  return `${readable.slice(0, maxKeptCharacters)}\n… ${readable.length - maxKeptCharacters} more characters`;
}

function sampleHint(call: Call, token: SampleToken): Html {
  const about =
    typeof token === 'object'
      ? html`This browser holds no token for the call any more: set <code>${token.variable}</code> to one.`
      : token !== undefined && html`The samples contain the token, which is valid for an hour at most. Keep it to yourself.`;
  return html`<p class="hint">${about} ${isSigned(call) && html`They repeat the signature and its <code>X-Request-ID</code>: a POST returns the result of the call above.`}</p>`;
}

function limitTable({ headers }: Exchange): Html | false {
  const windows = limitsLeft(headers);
  if (windows.length === 0) return false;
  return html`<details><summary>Limits left</summary><div class="scroll"><table><thead><tr><th scope="col">Window</th><th scope="col">Left</th><th scope="col">Resets</th></tr></thead><tbody>
${windows.map(({ window, left, of, seconds }) => html`<tr><td>${window}</td><td>${left.toLocaleString('en')} of ${of.toLocaleString('en')}</td><td>resets in ${durationInWords(seconds)}</td></tr>`)}</tbody></table></div></details>`;
}
