import { fieldChecksOf, propertyNames } from '@open-banking/config';
import { plainToInstance } from '@open-banking/config/class-transformer';
import { validateSync, type ValidationError } from '@open-banking/config/class-validator';
import { MalformedForm, type FormFault, type FormProblem } from './malformed-form.js';
import type { SentForm } from './sent-form.js';

/** A class that describes one form of a page: its button (`step`) and its fields, each with its checks. */
export type FormClass = new () => { readonly step: string };

/**
 * The form that was sent, as an instance of the one of these classes whose button sent it. A form that lacks a field, repeats one
 * or has one that is too long is a `MalformedForm` with all its faults. Fields the class does not declare are ignored: `csrf` is
 * checked by `isOurs`, and each button of a page sends the fields of its neighbours along.
 */
export function readForm<Form extends FormClass>(forms: readonly Form[], sent: SentForm): InstanceType<Form> {
  const [step, ...others] = sent.getAll('step');
  if (step === undefined) throw new MalformedForm([{ field: 'step', problem: 'missing' }]);
  if (others.length > 0) throw new MalformedForm([{ field: 'step', problem: 'doubled' }]);
  const form = forms.find((one) => hasButton(one, step));
  if (!form) throw new MalformedForm([{ field: 'step', problem: 'notOffered' }]);
  const value = plainToInstance(form, fieldsOf(form, sent));
  const faults = validateSync(value).flatMap(formFaults);
  if (faults.length > 0) throw new MalformedForm(faults);
  return value as InstanceType<Form>;
}

const hasButton = (form: Function, step: string): boolean =>
  fieldChecksOf(form)
    .find(({ name }) => name === 'step')!
    .checks.every(({ passes }) => passes(step));

/** The declared fields of a form alone: nothing that a browser names reaches an object of ours. */
const fieldsOf = (form: Function, sent: SentForm): Record<string, string | string[]> =>
  Object.fromEntries(
    propertyNames(form)
      .filter((name) => sent.has(name))
      .map((name) => {
        const values = sent.getAll(name);
        return [name, values.length === 1 ? values[0]! : values];
      }),
  );

const formFaults = ({ property, constraints = {}, contexts = {} }: ValidationError): FormFault[] =>
  Object.keys(constraints).map((problem) => ({
    field: property,
    problem: problem as FormProblem,
    max: (contexts[problem] as { readonly max?: number } | undefined)?.max,
  }));
