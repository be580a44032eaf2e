import { html, type Html } from '@open-banking/pages';
import { withCodes } from '../documents/code-spans.js';
import type { Parameter, Schema } from '../reference/openapi-documents.js';
import type { Choice } from './operation-needs.js';

/** A field of the form: its name there, its label, and the text under it. */
export interface FieldParts {
  readonly name: string;
  readonly label: Html;
  readonly value: string | undefined;
  readonly hint?: string | undefined;
  /** The faults that the bank has found in what was sent. */
  readonly faults?: readonly string[];
}

const maxCharacters = 2_000;
const alternatives = /^\^\((\w+(?:\|\w+)+)\)\$$/;

/** The values that a schema allows, where it names them: an enumeration, a boolean, or a pattern such as `^(true|false)$`. */
export function valuesOf({ enum: values, type, pattern = '' }: Schema): readonly string[] | undefined {
  if (values) return values.map(String);
  if ([type].flat().includes('boolean')) return ['true', 'false'];
  return alternatives.exec(pattern)?.[1]?.split('|');
}

/** The attributes of an input by the schema of its value. Numbers have their bounds, texts their greatest length. */
function inputType({ type, format, minimum, maximum, maxLength = maxCharacters }: Schema): Html {
  if (format === 'date') return html`type="date"`;
  if (type === 'integer' || type === 'number')
    return html`type="number" step="${type === 'integer' ? 1 : 'any'}"${minimum !== undefined && html` min="${minimum}"`}${maximum !== undefined && html` max="${maximum}"`}`;
  return html`type="${format === 'uri' ? 'url' : 'text'}" maxlength="${maxLength}" spellcheck="false"`;
}

/** An id for references between elements, from a name such as `query.dateFrom` or `{account-id}`. */
const idOf = (name: string): string => `field-${name.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '')}`;

/** The attributes of a control that has a hint and faults: both are read with it. */
function references({ name, hint, faults = [] }: FieldParts): Html {
  const id = idOf(name);
  const described = [hint !== undefined && `${id}-hint`, faults.length > 0 && `${id}-fault`].filter(Boolean).join(' ');
  return html`id="${id}" name="${name}"${described !== '' && html` aria-describedby="${described}"`}${faults.length > 0 && html` aria-invalid="true"`}`;
}

const around = (parts: FieldParts, control: Html): Html => {
  const { name, label, hint, faults = [] } = parts;
  const id = idOf(name);
  return html`<div class="field"><label for="${id}"><span>${label}</span></label>${control}${faults.length > 0 && html`<span class="fault" id="${id}-fault">${faults.join(' ')}</span>`}${hint !== undefined && html`<small class="hint" id="${id}-hint">${withCodes(hint)}</small>`}</div>`;
};

/** A list to choose from. A value that was sent and is not among the choices is one of them too. */
export function choiceField(parts: FieldParts, choices: readonly Choice[]): Html {
  const { value } = parts;
  const isOther = value !== undefined && value !== '' && !choices.some((choice) => choice.value === value);
  const all = isOther ? [...choices, { value, label: value }] : choices;
  return around(
    parts,
    html`<select ${references(parts)}>${all.map((choice) => html`<option value="${choice.value}" ${choice.value === value && html`selected`}>${choice.label}</option>`)}</select>`,
  );
}

export const textArea = (parts: FieldParts, rows: number): Html =>
  around(parts, html`<textarea ${references(parts)} rows="${rows}" spellcheck="false">${parts.value}</textarea>`);

const lengthHint = ({ maxLength }: Schema): string => (maxLength === undefined ? '' : ` At most ${maxLength} characters.`);

/** The description of a parameter, with what its schema asks for in words. */
export function hintOf({ description = '', schema = {} }: Parameter): string | undefined {
  const must = schema['x-must'] === undefined ? '' : ` It must ${schema['x-must']}.`;
  const hint = `${description}${must}${lengthHint(schema)}`.trim();
  return hint === '' ? undefined : hint;
}

/** A field for a parameter of an operation, of the kind that its schema asks for. */
export function typedField(parameter: Parameter, parts: Omit<FieldParts, 'label' | 'hint'>): Html {
  const { name, required = false, schema = {} } = parameter;
  const whole: FieldParts = { ...parts, label: html`<code>${name}</code>${!required && ' (optional)'}`, hint: hintOf(parameter) };
  const values = valuesOf(schema);
  if (!values)
    return around(whole, html`<input ${references(whole)} ${inputType(schema)} value="${whole.value ?? ''}" autocomplete="off">`);
  const choices = values.map((value) => ({ value, label: value }));
  return choiceField(whole, required ? choices : [{ value: '', label: 'not sent' }, ...choices]);
}
