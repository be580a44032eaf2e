import { codes, pageOfCode, type Code } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { statusTexts, type StatefulKind } from './status-texts.js';
import { codeName, withCodes } from '../documents/code-spans.js';
import type { FieldNode } from './schema-fields.js';

/** A request has required fields; a response has fields that are always present. */
export type MessageKind = 'request' | 'response';

const presence: Readonly<Record<MessageKind, readonly [required: string, optional: string]>> = {
  request: ['required', 'optional'],
  response: ['always present', 'may be absent'],
};

/** More values than this are folded. */
const shownValues = 12;

/** Fields as a tree: the fields of an object are folded below it. */
export const fieldList = (nodes: readonly FieldNode[], kind: MessageKind): Html =>
  html`<ul class="fields">${nodes.map((node) => fieldItem(node, kind))}</ul>`;

function fieldItem(node: FieldNode, kind: MessageKind): Html {
  const { name, type, pattern, required, about, fields, exactlyOneOf } = node;
  const [always, sometimes] = presence[kind];
  return html`<li><p>${codeName(name)} · <span class="type">${type}</span> · ${required ? html`<span class="badge required">${always}</span>` : html`<span class="soft">${sometimes}</span>`}</p>
${about !== '' && html`<p>${withCodes(about)}</p>`}${valueList(node)}${pattern !== undefined && html`<details><summary>Pattern</summary><pre tabindex="0" aria-label="${`Pattern of ${name}`}"><code>${pattern}</code></pre></details>`}
${fields.length > 0 && html`<details><summary>Fields of ${codeName(name)}</summary>${oneOfSentence(exactlyOneOf)}${fieldList(fields, kind)}</details>`}</li>`;
}

const oneOfSentence = (names: readonly string[]): Html | false => names.length > 0 && html`<p>Exactly one of ${joined(names)}.</p>`;

const joined = (values: readonly string[]): readonly Html[] => values.map((value, at) => html`${at > 0 && ', '}${codeName(value)}`);

const isCode = (value: string): value is Code => value in codes;

/** Fields whose values are statuses, with the thing whose status it is. */
const statusFields: Readonly<Record<string, StatefulKind>> = {
  consentStatus: 'consent',
  transactionStatus: 'payment',
  mandateStatus: 'mandate',
};

/** The meanings of a field's statuses; undefined if its values are none, or one has no text. */
function meaningsOf({ name, values }: FieldNode): readonly string[] | undefined {
  const kind = Object.hasOwn(statusFields, name) ? statusFields[name] : undefined;
  if (kind === undefined) return undefined;
  const texts = values.map((value) => statusTexts[kind][value]?.says);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The values of a field; codes and statuses with their meaning. */
function valueList(node: FieldNode): Html | false {
  const { values, name } = node;
  if (values.length === 0) return false;
  const meanings = meaningsOf(node);
  if (meanings)
    return html`<details><summary>${values.length} statuses</summary><ul>${values.map((value, at) => html`<li><code>${value}</code>: ${meanings[at]}</li>`)}</ul></details>`;
  if (values.length > 1 && values.every(isCode))
    return html`<details><summary>${values.length} codes</summary><ul>${values.map((code) => html`<li><a href="${pageOfCode(code)}">${codeName(code)}</a>: ${codes[code].text}</li>`)}</ul></details>`;
  if (values.length > shownValues)
    return html`<details><summary>${values.length} values of ${codeName(name)}</summary><p>${joined(values)}</p></details>`;
  return html`<p>${values.length === 1 ? 'Always' : 'One of'} ${joined(values)}.</p>`;
}
