import type { ServiceSettings } from '@open-banking/config';
import { codeDescriptions, codes, httpStatuses, oauthRefusals, pageOfCode, Refusal, type Code } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { operations, sitePages } from '@open-banking/spec';
import { withOwnAddress } from '../documents/own-address.js';
import type { PageResult } from '../visit/portal-router.js';
import { codeName, withCodes } from '../documents/code-spans.js';
import { referencePath } from './operation-list.js';
import { refusalTexts } from './refusal-texts.js';
import { codeInUse, type CodeInUse, type RefusalExample } from './refusals.js';

const everyCode = Object.keys(codes) as Code[];
/** More operations than this are folded. */
const shownOperations = 8;

/** All codes, and the errors of the OAuth endpoints. */
export function errorList(): PageResult {
  return {
    title: 'Errors',
    content: html`<h1>Errors</h1>
<p>Each refusal has one or more <code>tppMessages</code> with a code, a text that says what to correct, and the path of the field or the name of the header. <code>href</code> is the address of the code's page.</p>
<div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Default text</th></tr></thead><tbody>
${everyCode.map((code) => html`<tr><td>${httpStatuses(code).join(', ')}</td><td><a href="${pageOfCode(code)}"><code>${code}</code></a></td><td>${codes[code].text}</td></tr>`)}</tbody></table></div>
<h2 id="oauth-endpoints">OAuth endpoints</h2>
<p>The endpoints of pushed requests, tokens, revocation and registration return OAuth errors as JSON: <code>error</code>, and <code>error_description</code>, which says what to correct. The authorization endpoint sends the same to the client's redirect URI.</p>
<div class="scroll"><table><thead><tr><th scope="col">Error</th><th scope="col">Status</th><th scope="col">When it is returned, and what to do</th></tr></thead><tbody>
${oauthRefusals.map(({ error: named, statuses, when }) => html`<tr><td><code>${named}</code></td><td>${statuses.join(', ')}</td><td>${withCodes(when)}</td></tr>`)}</tbody></table></div>`,
  };
}

/** The page of a code: its meaning, responses of this bank with it, and the operations that answer so. Throws 404 for an unknown code. */
export function errorPage(name: string, { baseUrl, sandbox }: Pick<ServiceSettings, 'baseUrl' | 'sandbox'>): PageResult {
  const code = everyCode.find((one) => one === name);
  if (!code) throw new Refusal('RESOURCE_UNKNOWN', 'no error has this code');
  const used = codeInUse(
    code,
    sandbox,
    (refusalTexts[code] ?? []).map((text) => ({ code, ...text })),
  );
  return {
    title: code,
    content: html`<p><a href="${sitePages.showErrors.path}">Errors</a></p>
<h1>${code}</h1>
<p class="lead">${codes[code].text}</p>
<dl class="facts"><dt>Status</dt><dd>${httpStatuses(code).join(', ')}</dd></dl>
<h2>When it is returned, and what to do</h2><p>${withCodes(codeDescriptions[code])}</p>
${exampleSection(used.examples, baseUrl)}
${operationSection(used)}`,
  };
}

function exampleSection(examples: readonly RefusalExample[], baseUrl: string): Html {
  const [first] = examples as readonly [RefusalExample];
  const { operationId, body } = first;
  return html`<h2>Example</h2>
${operationId !== undefined && html`<p>A response of <a href="${referencePath(operationId)}">${codeName(operationId)}</a>:</p>`}
<pre tabindex="0" aria-label="Example of a response"><code>${withOwnAddress(JSON.stringify(body, null, 2), baseUrl)}</code></pre>
${examples.length > 1 && textTable(examples, baseUrl)}`;
}

/** The causes of a code that has several: the text of each. */
const textTable = (examples: readonly RefusalExample[], baseUrl: string): Html => html`<h3>Texts with this code</h3>
<div class="scroll"><table><thead><tr><th scope="col"><code>path</code></th><th scope="col"><code>text</code></th></tr></thead><tbody>
${examples.map(
  ({
    body: {
      tppMessages: [message],
    },
  }) =>
    html`<tr><td>${message?.path === undefined ? 'none' : codeName(message.path)}</td><td>${withOwnAddress(message?.text ?? '', baseUrl)}</td></tr>`,
)}</tbody></table></div>`;

function operationSection({ operationIds }: CodeInUse): Html {
  const list = html`<ul>${operationIds.map((id) => html`<li><a href="${referencePath(id)}">${codeName(id)}</a></li>`)}</ul>`;
  const isOfAll = operations.every(({ id }) => operationIds.includes(id));
  return html`<h2>Operations that return it</h2>
${
  operationIds.length === 0
    ? html`<p>No operation of the reference returns it.</p>`
    : operationIds.length <= shownOperations
      ? list
      : html`<details><summary>${isOfAll ? 'All operations' : `${operationIds.length} operations`}</summary>${list}</details>`
}`;
}
