/** An instruction as docs/ports/core.json describes it. */
export interface Instruction {
  readonly instructionId: string;
  readonly kind: 'payment' | 'collection' | 'refund' | 'hold' | 'release';
  readonly subject: string;
  readonly accountId: string;
  readonly amount: { readonly currency: string; readonly amount: string };
  readonly instructedOn: string;
  readonly answerBy: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly instructionId: string;
  readonly state: 'pending' | 'accepted' | 'rejected' | 'returned';
  readonly reason?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const kinds: readonly unknown[] = ['payment', 'collection', 'refund', 'hold', 'release'];
const day = /^\d{4}-\d{2}-\d{2}$/;

const matches = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);
const isAmount = (value: unknown): boolean =>
  matches(memberOf(value, 'amount'), /^\d{1,14}(\.\d{1,4})?$/) && matches(memberOf(value, 'currency'), /^[A-Z]{3}$/);

/** Undefined where the body is no instruction. */
export function instructionIn(body: unknown): Instruction | undefined {
  const ids = ['instructionId', 'subject', 'accountId'].map((name) => memberOf(body, name));
  const isOne =
    ids.every((id) => matches(id, uuid)) &&
    kinds.includes(memberOf(body, 'kind')) &&
    isAmount(memberOf(body, 'amount')) &&
    matches(memberOf(body, 'instructedOn'), day) &&
    typeof memberOf(body, 'message') === 'object';
  return isOne ? (body as Instruction) : undefined;
}

const optionalText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const memberOf = (value: unknown, name: string): unknown => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];

/** What customers read of a booking on their statements, from the message of the instruction. */
export function statementFacts({ kind, message }: Instruction): Readonly<Record<string, unknown>> {
  if (kind !== 'payment') {
    const facts = Object.entries(message).filter(([name]) => !['scheme', 'transactionId', 'remittance'].includes(name));
    return { ...Object.fromEntries(facts), remittanceUnstructured: optionalText(message['remittance']) };
  }
  const { creditor, creditorAccount, debtor, debtorAccount, remittanceInformation, paymentIdentification } = message;
  return {
    endToEndId: optionalText(memberOf(paymentIdentification, 'endToEndIdentification')),
    creditorName: optionalText(memberOf(creditor, 'name')),
    creditorAccount,
    debtorName: optionalText(memberOf(debtor, 'name')),
    debtorAccount,
    remittanceUnstructured: optionalText(remittanceInformation),
  };
}

/** The account to credit, where it is one of an IBAN. */
export const creditorIban = ({ message }: Instruction): string | undefined => optionalText(memberOf(message['creditorAccount'], 'iban'));

/** The fee, if there is one. */
export function chargesOf({ message }: Instruction): string | undefined {
  const amount = optionalText(memberOf(message['charges'], 'amount'));
  return amount !== undefined && /[1-9]/.test(amount) ? amount : undefined;
}

/** Under which the booking stands on the debtor's account. */
export const transactionIdOf = ({ message, subject }: Instruction): string =>
  optionalText(message['transactionId']) ?? subject.replaceAll('-', '');

// ISO 20022 bank transaction codes, debit and credit.
const codes = {
  payment: ['PMNT-ICDT-ESCT', 'PMNT-RCDT-ESCT'],
  collection: ['PMNT-RDDT-ESDD', 'PMNT-IDDT-ESDD'],
  refund: ['PMNT-IDDT-UPDD', 'PMNT-RDDT-UPDD'],
  returned: ['PMNT-ICDT-RRTN', 'PMNT-RCDT-RRTN'],
} as const;
export type Transfer = keyof typeof codes;
export const transactionCode = (transfer: Transfer, side: 'debit' | 'credit'): string => codes[transfer][side === 'debit' ? 0 : 1];
