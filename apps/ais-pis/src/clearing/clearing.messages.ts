import { IsoDate, Refusal } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import type { PaymentReason } from '../payments/payment-reason.js';

const Product = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$', 'x-must': 'be the name of a payment product' });
/** An ISO 20022 code (four characters), known here or not, or the other bank's own words (`Proprietary`, 35 characters). */
const Reason = Type.Unsafe<PaymentReason>({
  type: 'string',
  minLength: 1,
  maxLength: 35,
  pattern: '^[^\\p{C}\\s]([^\\p{C}]*[^\\p{C}\\s])?$',
  'x-must': 'be an ISO 20022 code such as AC04, or at most 35 printable characters',
});

/** The file of a day; or, of any day, what has no answer yet, or has none in its scheme's time. */
export const InstructionsQuery = Type.Object(
  {
    of: Type.Union([IsoDate, Type.Literal('today'), Type.Literal('unanswered'), Type.Literal('late')], {
      'x-must': 'be a day that exists, as YYYY-MM-DD, or today, or unanswered, or late',
    }),
    product: Type.Optional(Product),
    after: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
export type InstructionsQuery = Static<typeof InstructionsQuery>;

export interface Instruction {
  readonly instructionId: string;
  readonly paymentId: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly state: string;
  readonly reason: string | null;
  readonly instructedOn: string;
  readonly instructedAt: string;
  readonly changedAt: string;
  /** When the creditor's bank has the money, by the scheme and the calendar. */
  readonly settlementDate: string;
  /** By when clearing should have answered; after that, without an answer, the bank investigates. */
  readonly answerBy: string;
  readonly late: boolean;
  /** The parts of an ISO 20022 pacs.008 that the bank has. */
  readonly message: object;
}

export interface Total {
  readonly product: string;
  readonly currency: string;
  readonly state: string;
  readonly count: number;
  readonly amount: string;
}

/** `next` asks for the page after this one. */
export interface InstructionPage {
  readonly date?: string;
  readonly totals?: readonly Total[];
  readonly instructions: readonly Instruction[];
  readonly next?: string;
}

/** A page of what the sandbox's clearing received, in the order of receipt; `from` is how many come before it. */
export const ReceivedInstructionsQuery = Type.Object(
  { from: Type.Optional(Type.Integer({ minimum: 0 })) },
  { additionalProperties: false },
);
export type ReceivedInstructionsQuery = Static<typeof ReceivedInstructionsQuery>;

const accepted = Type.Object({ answer: Type.Literal('accepted') }, { additionalProperties: false });
const refused = Type.Object(
  { answer: Type.Union([Type.Literal('rejected'), Type.Literal('returned')]), reason: Reason },
  { additionalProperties: false },
);
const oneOf = <const T extends string>(...answers: T[]) => Type.Unsafe<T>({ type: 'string', enum: answers });
export const ClearingAnswer = Type.Object(
  { answer: oneOf('accepted', 'rejected', 'returned'), reason: Type.Optional(Reason) },
  { additionalProperties: false },
);
export type ClearingAnswer = Static<typeof ClearingAnswer>;

/** What an operator has found out of an instruction that clearing is late to answer. */
const note = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
export const ClearingResolution = Type.Object(
  { answer: oneOf('accepted', 'rejected'), reason: Type.Optional(Reason), note },
  { additionalProperties: false },
);
export type ClearingResolution = Static<typeof ClearingResolution>;

/** The reason that each answer but `accepted` has; null for that. Throws where one is missing, or given for nothing. */
export function reasonFor({ answer, reason }: ClearingAnswer | ClearingResolution): PaymentReason | null {
  if ((answer === 'accepted') === (reason === undefined)) return reason ?? null;
  throw new Refusal([
    {
      code: 'FORMAT_ERROR',
      path: '/reason',
      text:
        answer === 'accepted' ? 'Must be left out of accepted.' : `This field is required of ${answer}: an ISO 20022 code such as AC04.`,
    },
  ]);
}

const about = {
  /** A duration, ISO 8601: how long the answer takes; of a return, from when it was accepted. */
  after: Type.Optional(Type.String({ maxLength: 40 })),
  product: Type.Optional(Product),
  /** The creditor's account, as the payment names it. */
  creditor: Type.Optional(Type.String({ minLength: 1, maxLength: 35 })),
  amountFrom: Type.Optional(Type.String({ pattern: '^\\d{1,14}(\\.\\d{1,4})?$' })),
};
export const ClearingRuleRequest = Type.Union([
  Type.Object({ ...accepted.properties, ...about }, { additionalProperties: false }),
  Type.Object({ ...refused.properties, ...about }, { additionalProperties: false }),
]);
export type ClearingRuleRequest = Static<typeof ClearingRuleRequest>;

export interface ClearingRule {
  readonly ruleId: string;
  readonly answer: ClearingAnswer['answer'];
  readonly reason: string | null;
  readonly afterSeconds: number;
  readonly product: string | null;
  readonly creditor: string | null;
  readonly amountFrom: string | null;
}
