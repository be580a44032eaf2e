import {
  adjustmentsContracts,
  backgroundContracts,
  clearingContracts,
  clockContracts,
  directoryContracts,
  heldPaymentsContracts,
  lookupsContracts,
  mandatesContracts,
  proposalsContracts,
  type Contract,
  type Performed,
} from '@open-banking/contracts';
import { html, type Html } from '@open-banking/pages';
import type { Service } from '@open-banking/spec';
import type { Visit } from './visit.js';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly string[];
  readonly optional?: true;
  readonly max?: number;
}

/** Something an operator can do on these pages: an internal operation, and what its form asks for. */
interface ViewAct {
  readonly row: Contract;
  readonly service?: Service;
  readonly button: string;
  readonly fields?: readonly Field[];
  /** Cannot be undone, or moves money: the form asks whether one is sure. */
  readonly final?: true;
  readonly bodyOf?: (form: URLSearchParams) => object;
  readonly done: string;
  /** Where it leads when it is done and the page that it was asked on is no more. */
  readonly leadsTo?: string;
}

const reason: Field = { name: 'reason', label: "Reason, for the bank's records", max: 500 };
const note: Field = { name: 'note', label: "Why, for the bank's records", max: 500 };
const given = (form: URLSearchParams, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, form.get(name) ?? '']).filter(([, value]) => value !== ''));

export const acts = {
  suspendClient: {
    row: directoryContracts.suspendClient,
    button: 'Suspend',
    fields: [reason],
    bodyOf: (form) => given(form, 'reason'),
    done: 'The client is suspended.',
  },
  resumeClient: {
    row: directoryContracts.resumeClient,
    button: 'Resume',
    fields: [reason],
    bodyOf: (form) => given(form, 'reason'),
    done: 'The client is resumed.',
  },
  removeClient: {
    row: directoryContracts.removeClient,
    button: 'Remove',
    final: true,
    done: 'The client is removed.',
    leadsTo: '/clients',
  },
  revokeConsent: { row: lookupsContracts.revokeConsent, button: 'Revoke', final: true, done: 'The consent has ended.' },
  resolveInstruction: {
    row: clearingContracts.resolveInstruction,
    button: 'Resolve',
    final: true,
    fields: [
      { name: 'answer', label: 'Outcome', choices: ['accepted', 'rejected'] },
      { name: 'reason', label: 'Reason, where rejected (ISO 20022, such as AC04)', optional: true, max: 35 },
      { name: 'note', label: 'How you know', max: 500 },
    ],
    bodyOf: (form) => given(form, 'answer', 'reason', 'note'),
    done: 'The instruction is resolved.',
  },
  settleContradiction: {
    row: clearingContracts.resolveInstruction,
    button: 'Settle',
    final: true,
    fields: [{ name: 'note', label: 'What was done about it', max: 500 }],
    bodyOf: (form) => given(form, 'answer', 'reason', 'note'),
    done: 'The contradiction is settled.',
  },
  releaseHeldPayment: {
    row: heldPaymentsContracts.releaseHeldPayment,
    button: 'Release',
    final: true,
    fields: [note],
    bodyOf: (form) => given(form, 'note'),
    done: 'The payment is released.',
  },
  refuseHeldPayment: {
    row: heldPaymentsContracts.refuseHeldPayment,
    button: 'Refuse',
    final: true,
    fields: [
      {
        name: 'reason',
        label: 'Reason that the third party is shown (ISO 20022, such as FRAD; empty: none is given)',
        optional: true,
        max: 4,
      },
      note,
    ],
    bodyOf: (form) => given(form, 'note', 'reason'),
    done: 'The payment is refused.',
  },
  suspendMandate: {
    row: mandatesContracts.suspendMandate,
    service: 'mandates',
    button: 'Suspend',
    bodyOf: () => ({}),
    done: 'The bank was asked to suspend the mandate; its status is below.',
  },
  resumeMandate: {
    row: mandatesContracts.resumeMandate,
    service: 'mandates',
    button: 'Resume',
    bodyOf: () => ({}),
    done: 'The bank was asked to resume the mandate; its status is below.',
  },
  retryJob: { row: backgroundContracts.retryJob, button: 'Retry now', done: 'The job is tried again now.' },
  retryNotification: {
    row: backgroundContracts.retryNotification,
    button: 'Send again',
    done: 'The notification is sent again, after earlier ones of the same resource.',
  },
  proposeAdjustment: {
    row: adjustmentsContracts.proposeAdjustment,
    button: 'Propose',
    fields: [
      { name: 'iban', label: 'IBAN', max: 34 },
      { name: 'amount', label: 'Amount, such as 12.00, or -12.00 for a debit', max: 20 },
      { name: 'currency', label: 'Currency', max: 3 },
      { name: 'reason', label: 'Reason, shown to the customer', max: 140 },
    ],
    bodyOf: (form) => ({ ...given(form, 'iban', 'reason'), amount: given(form, 'currency', 'amount') }),
    done: 'The adjustment is proposed. Another operator must approve it.',
  },
  approveAdjustment: { row: adjustmentsContracts.approveAdjustment, button: 'Approve', final: true, done: 'The adjustment is booked.' },
  refuseAdjustment: { row: adjustmentsContracts.refuseAdjustment, button: 'Refuse', done: 'The adjustment is refused.' },
  approveProposal: { row: proposalsContracts.approveProposal, button: 'Approve', final: true, done: 'It is approved and done.' },
  refuseProposal: { row: proposalsContracts.refuseProposal, button: 'Refuse', done: 'It is refused.' },
  advanceClock: {
    row: clockContracts.advanceClock,
    button: 'Advance',
    final: true,
    fields: [{ name: 'by', label: 'By (ISO 8601, such as PT24H or P7D)', max: 20 }],
    bodyOf: (form) => given(form, 'by'),
    done: 'The clock was advanced.',
  },
} as const satisfies Readonly<Record<string, ViewAct>>;
export type ActName = keyof typeof acts;

const actOf = (name: string): ViewAct | undefined => (Object.hasOwn(acts, name) ? acts[name as ActName] : undefined);

/** The form of an act; nothing for an operator without the role. `of` says in words what it is done to, for those who do not see its place; `hidden` is sent with it as it stands. */
export function actForm(
  { csrf, roles, here }: Pick<Visit, 'csrf' | 'roles' | 'here'>,
  name: ActName,
  params: Readonly<Record<string, string>>,
  of: string,
  hidden: Readonly<Record<string, string | null | undefined>> = {},
): Html | undefined {
  const { row, button, fields = [], final }: ViewAct = acts[name];
  if (!(row.operatorRoles ?? []).some((role) => roles.includes(role))) return undefined;
  const bare = fields.length === 0 && !final;
  return html`<form method="post" action="/acts/${name}" class="${bare ? 'bare' : 'stack'}">
<input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="back" value="${here}">
${Object.entries(params).map(([key, value]) => html`<input type="hidden" name="param.${key}" value="${value}">`)}
${Object.entries(hidden).map(([key, value]) => value != null && html`<input type="hidden" name="${key}" value="${value}">`)}${fields.map(input)}${final && html`<label class="tick"><input type="checkbox" name="sure" value="yes" required> <span>I have checked it: ${button.toLowerCase()} ${of}</span></label>`}
<p><button class="${final ? 'danger' : 'plain'}">${button}<span class="unseen"> ${of}</span></button></p></form>`;
}

function input({ name, label, choices, optional, max }: Field): Html {
  const required = !optional && html`required`;
  if (choices)
    return html`<label><span>${label}</span><select name="${name}" required><option value="">Choose</option>${choices.map((choice) => html`<option>${choice}</option>`)}</select></label>`;
  return html`<label><span>${label}</span><input name="${name}" maxlength="${max ?? 100}" autocomplete="off" ${required}></label>`;
}

/** What came of an act, and the page that tells it, where that is another one than before. */
export interface Outcome {
  readonly text: string;
  readonly leadsTo?: string | undefined;
}

/** Does what a form asks for, as the operator, and says what came of it. */
export async function perform({ calls }: Pick<Visit, 'calls'>, name: string, form: URLSearchParams): Promise<Outcome> {
  const act = actOf(name);
  if (!act) throw new Error('There is no such act.');
  if (act.final && form.get('sure') !== 'yes') throw new Error('Nothing was done: tick that you have checked it.');
  const params = Object.fromEntries(
    [...form].filter(([key]) => key.startsWith('param.')).map(([key, value]) => [key.slice('param.'.length), value]),
  );
  const service = form.get('service') === 'mandates' ? 'mandates' : (act.service ?? 'ais-pis');
  const answer = (await calls.call(service, act.row, act.bodyOf?.(form), params)) as Performed | undefined;
  const isProposal = answer?.proposalId !== undefined && answer.operation === act.row.id;
  if (isProposal) return { text: 'Nothing is done yet: another operator must approve it, here or on the page Proposals.' };
  return { text: act.done, leadsTo: act.leadsTo };
}
