import { IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { reasons, type PaymentReason } from '../payments/payment-reason.js';
import { paymentProducts } from '../payments/scheme.js';

const Product = Type.Unsafe<string>({ type: 'string', enum: paymentProducts });
const Reason = Type.Unsafe<PaymentReason>({ type: 'string', enum: Object.keys(reasons) });

/** The file of a day; or what has no answer yet, of any day. */
export const InstructionsAsked = Type.Object({
  of: Type.Union([IsoDate, Type.Literal('today'), Type.Literal('unanswered')], { 'x-must': 'be a day that exists, as YYYY-MM-DD, or today, or unanswered' }),
  product: Type.Optional(Product),
  after: Type.Optional(Type.String({ format: 'uuid' })),
}, { additionalProperties: false });
export type InstructionsAsked = Static<typeof InstructionsAsked>;

export interface Instruction {
  readonly instructionId: string; readonly paymentId: string; readonly product: string;
  readonly currency: string; readonly amount: string; readonly state: string; readonly reason: string | null;
  readonly instructedOn: string; readonly instructedAt: string; readonly changedAt: string;
  /** When the creditor's bank has the money, by the scheme and the calendar. */
  readonly settlementDate: string;
  /** The parts of an ISO 20022 pacs.008 that the bank has. */
  readonly message: object;
}

export interface Total { readonly product: string; readonly currency: string; readonly state: string; readonly count: number; readonly amount: string }

/** `next` asks for the page after this one. */
export interface InstructionPage { readonly date?: string; readonly totals?: readonly Total[]; readonly instructions: readonly Instruction[]; readonly next?: string }

const accepted = Type.Object({ answer: Type.Literal('accepted') }, { additionalProperties: false });
const refused = Type.Object({ answer: Type.Union([Type.Literal('rejected'), Type.Literal('returned')]), reason: Reason }, { additionalProperties: false });
export const ClearingAnswer = Type.Union([accepted, refused]);
export type ClearingAnswer = Static<typeof ClearingAnswer>;

const about = {
  /** A duration, ISO 8601: how long the answer takes; of a return, from when it was accepted. */
  after: Type.Optional(Type.String({ maxLength: 40 })),
  product: Type.Optional(Product),
  /** The creditor's account, as the payment names it. */
  creditor: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
  amountFrom: Type.Optional(Type.String({ pattern: '^\\d{1,14}(\\.\\d{1,3})?$' })),
};
export const ClearingRuleRequest = Type.Union([
  Type.Object({ ...accepted.properties, ...about }, { additionalProperties: false }),
  Type.Object({ ...refused.properties, ...about }, { additionalProperties: false }),
]);
export type ClearingRuleRequest = Static<typeof ClearingRuleRequest>;

export interface ClearingRule {
  readonly ruleId: string; readonly answer: ClearingAnswer['answer']; readonly reason: string | null; readonly afterSeconds: number;
  readonly product: string | null; readonly creditor: string | null; readonly amountFrom: string | null;
}
