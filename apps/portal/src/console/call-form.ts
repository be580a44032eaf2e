import { html, type Html } from '@open-banking/pages';
import type { Operation } from '@open-banking/spec';
import { referencePath } from '../reference/reference-pages.service.js';
import type { Parameter } from '../reference/openapi-documents.js';
import { dayAfter } from '../samples/days.js';
import { bodyField, fieldName, queryParameters, type FilledForm } from './filled-call.js';
import type { faultsByParameter } from './exchange-faults.js';
import { headerSection, type HeaderSectionParts } from './header-section.js';
import { operationPath } from './operation-path.js';
import type { Choice } from './operation-needs.js';
import { choiceField, textArea, typedField } from './typed-field.js';

export interface CallFormParts {
  readonly csrf: string;
  readonly row: Operation;
  /** The variable parts of the path, each with what it can be. */
  readonly places: readonly { readonly part: string; readonly choices: readonly Choice[] }[];
  readonly parameters: readonly Parameter[];
  readonly types: readonly string[];
  readonly body?: string | undefined;
  /** The customer whose example is shown. */
  readonly login: string;
  /** Values that are not to be chosen here. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The call that was sent before, to be changed and sent again. */
  readonly sent: FilledForm | undefined;
  /** The faults that the bank has found in that call. */
  readonly faults: ReturnType<typeof faultsByParameter>;
  readonly signing: HeaderSectionParts['signing'];
  /** The bank's day, around which default periods lie. */
  readonly today: Date;
}

const periodDays = 30;
const bodyRows = 16;

export function callForm(parts: CallFormParts): Html {
  const { csrf, row, places, parameters, types, body, login, fixed = {}, sent, faults, signing } = parts;
  const query = queryParameters(parameters);
  return html`<form method="post" action="${operationPath(row.id)}#answer" class="stack call" novalidate><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="login" value="${login}">${Object.entries(fixed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${places.map(({ part, choices }) => choiceField({ name: part, label: html`<code>${part}</code>`, value: sent?.get(part) ?? undefined, faults: faultsOfPart(part, faults) }, choices))}
${query.map((parameter) => queryField(parameter, parts))}
${
  body !== undefined &&
  textArea(
    {
      name: bodyField,
      label: html`Body`,
      value: sent?.get(bodyField) ?? body,
      hint: 'JSON. The console sends it as it stands here.',
      faults: faults.body,
    },
    bodyRows,
  )
}
${body !== undefined && html`<p class="hint"><a href="${referencePath(row.id)}">The fields of the body</a></p>`}
${headerSection({ parameters, types, sent, faultsOf: faults.of, ...(signing && { signing }) })}
<p><button name="step" value="send">${sent ? 'Send again' : 'Send'}</button></p></form>`;
}

/** `{BranchNumber}-{AccountNumber}` is one part of a path, and two parameters. */
const faultsOfPart = (part: string, faults: CallFormParts['faults']): string[] =>
  [...part.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => faults.of(name!));

function queryField(parameter: Parameter, { parameters, sent, faults, today }: CallFormParts): Html {
  const name = fieldName(parameter);
  const value = sent ? (sent.get(name) ?? undefined) : firstValue(parameter, parameters, today);
  return typedField(parameter, { name, value, faults: faults.of(parameter.name) });
}

/** Lists with a required parameter need the first day of their period, too: `dateFrom` is optional only with some of its values. */
function firstValue({ name }: Parameter, all: readonly Parameter[], today: Date): string | undefined {
  const needsPeriod = queryParameters(all).some(({ required }) => required);
  return name === 'dateFrom' && needsPeriod ? dayAfter(today, -periodDays) : undefined;
}
