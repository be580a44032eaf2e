import { html, type Html } from '@open-banking/pages';
import { interfaceServices, type sandboxOperations } from '@open-banking/spec';

/** The operations that have a button. */
export type ActOperation = Extract<
  keyof typeof sandboxOperations,
  | 'resetSandboxCustomer'
  | 'deleteSandboxCustomer'
  | 'revokeConsentAsCustomer'
  | 'useUpConsentReads'
  | 'answerConsentAsSecondOwner'
  | 'answerPaymentAsSecondOwner'
  | 'setPaymentClearingAnswer'
  | 'changeMandateAsCustomer'
  | 'makeServiceUnavailable'
>;

/** The effect of a button of the page: the operation of the sandbox that has its name, on what the form says. */
export interface ScenarioAct {
  readonly operation: ActOperation;
  readonly says: string;
  readonly button: string;
  /** The kind of thing that the act is applied to. */
  readonly subject: 'customer' | 'client' | 'consent' | 'payment' | 'mandate';
  /** The choices, after the field's name in words. */
  readonly choice?: readonly [label: string, ...choices: readonly string[]];
  /** A number of seconds. */
  readonly seconds?: string;
  /** The body of the call that is shown. */
  readonly body?: string;
}

/** The place of a public key in the body of a sample. */
export const publicKeyPlace = '<public key>';

export const scenarioActs: readonly ScenarioAct[] = [
  { operation: 'resetSandboxCustomer', says: 'Take a customer back to the beginning', button: 'Reset', subject: 'customer' },
  { operation: 'deleteSandboxCustomer', says: 'Remove a customer', button: 'Remove', subject: 'customer' },
  { operation: 'revokeConsentAsCustomer', says: 'The customer revokes a consent', button: 'Revoke', subject: 'consent' },
  { operation: 'useUpConsentReads', says: 'Use up the reads of a consent without its customer', button: 'Use up', subject: 'consent' },
  {
    operation: 'answerConsentAsSecondOwner',
    says: 'The second owner answers a consent',
    button: 'Answer the consent',
    subject: 'consent',
    choice: ['Answer', 'approve', 'refuse'],
    body: '{ "answer": "approve" }',
  },
  {
    operation: 'answerPaymentAsSecondOwner',
    says: 'The second owner answers a payment',
    button: 'Answer the payment',
    subject: 'payment',
    choice: ['Answer', 'approve', 'refuse'],
    body: '{ "answer": "refuse" }',
  },
  {
    operation: 'setPaymentClearingAnswer',
    says: 'Another bank rejects or returns a payment',
    button: 'Set the answer',
    subject: 'payment',
    choice: ['Answer', 'rejected', 'returned'],
    body: '{ "answer": "returned", "reason": "AC04" }',
  },
  {
    operation: 'changeMandateAsCustomer',
    says: 'The customer suspends, resumes or cancels a mandate',
    button: 'Change the mandate',
    subject: 'mandate',
    choice: ['Change', 'suspend', 'resume', 'cancel'],
    body: '{ "change": "suspend" }',
  },
  {
    operation: 'makeServiceUnavailable',
    says: 'A service is unavailable for a client',
    button: 'Make it unavailable',
    subject: 'client',
    choice: ['Service', ...interfaceServices],
    seconds: 'Seconds; 0 ends it',
    body: '{ "service": "cards", "seconds": 60 }',
  },
];

const customerBody = '{ "seed": "1" }';
/** Bodies of the operations that have no button. */
const otherBodies: Readonly<Record<string, string>> = {
  createSandboxCustomer: customerBody,
  putSandboxCustomer: customerBody,
  receiveIncomingTransfer: '{ "amount": { "currency": "ILS", "amount": "250.00" }, "debtorName": "Acme Ltd", "text": "Refund" }',
  collectMandate: '{ "amount": { "currency": "EUR", "amount": "12.00" }, "text": "Invoice 4711" }',
  // The samples of the reference make a key first.
  issueSandboxCertificate: `{ "request": "${publicKeyPlace}", "use": "seal", "expiresInSeconds": 60 }`,
};

/** The body of a sandbox operation in samples; undefined if it takes none. */
export function scenarioBody(id: string): unknown {
  const body = otherBodies[id] ?? scenarioActs.find(({ operation }) => operation === id)?.body;
  return body === undefined ? undefined : (JSON.parse(body) as unknown);
}

/** The possible subjects of an act: a value and how it is shown. */
export type Choices = Readonly<Partial<Record<ScenarioAct['subject'], readonly (readonly [value: string, shown: string])[]>>>;

/** One act as a form with one button. Where there is nothing to choose it says so. */
export function actForm(act: ScenarioAct, choices: Choices, post: string, csrf: string): Html {
  const { operation, button, subject, choice, seconds } = act;
  const known = choices[subject];
  if (known?.length === 0) return html`<p>You have no ${subject} yet.</p>`;
  return html`<form method="post" action="${post}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${known ? selectOf('subject', subject === 'client' ? 'Client' : 'Customer', known) : idField(subject)}
${
  choice
    ? selectOf(
        'choice',
        choice[0],
        choice.slice(1).map((one) => [one, one]),
      )
    : html`<input type="hidden" name="choice" value="">`
}
${
  seconds === undefined
    ? html`<input type="hidden" name="seconds" value="">`
    : html`<label><span>${seconds}</span><input name="seconds" inputmode="numeric" pattern="[0-9]{1,4}" required value="60"></label>`
}
<p><button name="step" value="${operation}">${button}</button></p></form>`;
}

const idField = (subject: string): Html =>
  html`<label><span>Id of the ${subject}</span><input name="subject" required maxlength="36" autocomplete="off" spellcheck="false"></label>`;

const selectOf = (name: string, label: string, choices: readonly (readonly [value: string, shown: string])[]): Html =>
  html`<label><span>${label}</span><select name="${name}">${choices.map(([value, shown]) => html`<option value="${value}">${shown}</option>`)}</select></label>`;
