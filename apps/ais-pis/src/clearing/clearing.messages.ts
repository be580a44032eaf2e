import { IsFormat, IsOneOf, IsText, IsWholeNumber, Optional } from '@open-banking/http';
import { isDate, Refusal } from '@open-banking/messages';
import type { PaymentReason } from '../payments/payment-reason.js';

const IsProduct = () => IsText({ matches: /^[a-z0-9][a-z0-9-]{0,59}$/, must: 'be the name of a payment product' });
/** An ISO 20022 code (four characters), known here or not, or the other bank's own words (`Proprietary`, 35 characters). */
const IsReason = () =>
  IsText({
    min: 1,
    max: 35,
    matches: /^[^\p{C}\s]([^\p{C}]*[^\p{C}\s])?$/u,
    must: 'be an ISO 20022 code such as AC04, or at most 35 printable characters',
  });
const IsFile = () =>
  IsText({
    is: (of) => ['today', 'unanswered', 'late'].includes(of) || isDate(of),
    must: 'be a day that exists, as YYYY-MM-DD, or today, or unanswered, or late',
  });

/** The file of a day; or, of any day, what has no answer yet, or has none in its scheme's time. */
export class InstructionsQuery {
  @IsFile() readonly of!: string;
  @Optional() @IsProduct() readonly product?: string;
  @Optional() @IsFormat('uuid') readonly after?: string;
}

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
export class ReceivedInstructionsQuery {
  @Optional() @IsWholeNumber({ min: 0 }) readonly from?: number;
}

export class ClearingAnswer {
  @IsOneOf('accepted', 'rejected', 'returned') readonly answer!: 'accepted' | 'rejected' | 'returned';
  @Optional() @IsReason() readonly reason?: PaymentReason;
}

/** What an operator has found out about an instruction that clearing is late to answer. */
export class ClearingResolution {
  @IsOneOf('accepted', 'rejected') readonly answer!: 'accepted' | 'rejected';
  @Optional() @IsReason() readonly reason?: PaymentReason;
  @IsText({ min: 1, max: 500, notBlank: true }) readonly note!: string;
}

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

/** How the sandbox's clearing answers the instructions that the rule is about. */
export class ClearingRuleRequest extends ClearingAnswer {
  /** A duration, ISO 8601: how long the answer takes; of a return, from when it was accepted. */
  @Optional() @IsText({ max: 40 }) readonly after?: string;
  @Optional() @IsProduct() readonly product?: string;
  /** The creditor's account, as the payment names it. */
  @Optional() @IsText({ min: 1, max: 35 }) readonly creditor?: string;
  @Optional() @IsText({ matches: /^\d{1,14}(\.\d{1,4})?$/ }) readonly amountFrom?: string;
}

export interface ClearingRule {
  readonly ruleId: string;
  readonly answer: ClearingAnswer['answer'];
  readonly reason: string | null;
  readonly afterSeconds: number;
  readonly product: string | null;
  readonly creditor: string | null;
  readonly amountFrom: string | null;
}
