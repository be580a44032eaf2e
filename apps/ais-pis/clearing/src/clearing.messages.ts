import { IsFormat, IsListOf, IsOneOf, IsText, IsWholeNumber, Optional } from '@open-banking/http';
import { formats, isDate, Refusal } from '@open-banking/messages';
import type { BookingKind } from '@open-banking/ais-pis-ledger';
import { comparableAccount, type PaymentReason } from '@open-banking/ais-pis-payments';

const IsProduct = () => IsText({ max: 60 });
/** Any ISO 20022 code (four characters), or the other bank's own text (`Proprietary`, 35 characters). */
const IsReason = () =>
  IsText({
    min: 1,
    max: 35,
    matches: /^[^\p{C}\s]([^\p{C}]*[^\p{C}\s])?$/u,
    must: 'be an ISO 20022 code such as AC04, or at most 35 printable characters',
  });
/** Norway's (ISO 13616). */
const shortestIban = 15;

/** Whether it may be the number of an account. What begins like an IBAN must be one: mistyped, it would never match. */
function isAccountNumber(text: string): boolean {
  const plain = comparableAccount(text);
  if (/^[A-Z]{2}\d\d/.test(plain) && plain.length >= shortestIban) return formats.iban.is(plain);
  return plain.length <= 35 && /\d/.test(plain);
}

/** An IBAN as payments have it, in capitals without spaces; any other number as it is given. */
export function accountNumber(text: string): string {
  const plain = comparableAccount(text);
  return formats.iban.is(plain) ? plain : text;
}

const IsFile = () =>
  IsText({
    is: (of) => ['today', 'unanswered', 'late'].includes(of) || isDate(of),
    must: 'be an existing day as YYYY-MM-DD, or today, unanswered or late',
  });

/** The instructions of one day; or of all days, those without an answer (`unanswered`) or with a late one (`late`). */
export class InstructionsQuery {
  @IsFile() readonly of!: string;
  @Optional() @IsProduct() readonly product?: string;
  @Optional() @IsFormat('uuid') readonly after?: string;
}

export interface Instruction {
  readonly instructionId: string;
  /** What the core is to do; to clearing there are payments alone. */
  readonly kind: 'payment' | BookingKind;
  /** Absent of a collection and its refund. */
  readonly paymentId?: string;
  readonly collectionId?: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly state: string;
  readonly reason: string | null;
  readonly instructedOn: string;
  readonly instructedAt: string;
  readonly changedAt: string;
  /** The day on which the creditor's bank receives the money, by scheme and calendar; of a payment. */
  readonly settlementDate?: string;
  /** Deadline for clearing's answer; after that the bank investigates. */
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

/** `next` is the `after` of the next page; absent on the last page. */
export interface InstructionPage {
  readonly date?: string;
  readonly totals?: readonly Total[];
  readonly instructions: readonly Instruction[];
  readonly next?: string;
}

/** A page of the instructions that the sandbox's clearing received, in the order of receipt; `from` is the number to skip. */
export class ReceivedInstructionsQuery {
  @Optional() @IsWholeNumber({ min: 0 }) readonly from?: number;
}

export class ClearingAnswer {
  @IsOneOf('accepted', 'rejected', 'returned') readonly answer!: 'accepted' | 'rejected' | 'returned';
  @Optional() @IsReason() readonly reason?: PaymentReason;
}

/** An operator's finding about an instruction whose answer is late. */
export class ClearingResolution {
  @IsOneOf('accepted', 'rejected') readonly answer!: 'accepted' | 'rejected';
  @Optional() @IsReason() readonly reason?: PaymentReason;
  @IsText({ min: 1, max: 500, notBlank: true }) readonly note!: string;
}

/** The reason, which every answer but `accepted` must have; null for `accepted`. Throws if it is missing or superfluous. */
export function reasonFor({ answer, reason }: ClearingAnswer | ClearingResolution): PaymentReason | null {
  if ((answer === 'accepted') === (reason === undefined)) return reason ?? null;
  throw new Refusal([
    {
      code: 'FORMAT_ERROR',
      path: '/reason',
      text:
        answer === 'accepted' ? 'Must be left out for accepted.' : `This field is required for ${answer}: an ISO 20022 code such as AC04.`,
    },
  ]);
}

/** How the sandbox's clearing answers the instructions that match the rule. */
export class ClearingRuleRequest extends ClearingAnswer {
  /** ISO 8601 duration until the answer; for `returned`, from the acceptance to the return. */
  @Optional() @IsText({ max: 40 }) readonly after?: string;
  @Optional() @IsProduct() readonly product?: string;
  /** The number of the creditor's account, as in the payment. */
  @Optional()
  @IsText({ max: 70, is: isAccountNumber, must: 'be an IBAN with the right check digits, or another account number, as payments name it' })
  readonly creditor?: string;
  @Optional()
  @IsText({ matches: /^\d{1,14}(\.\d{1,4})?$/, must: 'be a decimal number without sign, like "120.50"' })
  readonly amountFrom?: string;
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

const IsIds = () => IsListOf(IsFormat('uuid'), { max: 100 });

/** A day's statement of the sandbox's settlement account; with what it is to have wrong, by ids of payments, transfers and collections. */
export class SettlementStatementRequest {
  /** Default: today. */
  @Optional() @IsFormat('date') readonly day?: string;
  @Optional() @IsIds() readonly leaveOut?: readonly string[];
  @Optional() @IsIds() readonly double?: readonly string[];
  @Optional() @IsIds() readonly otherAmount?: readonly string[];
  /** Payments that it settles whatever was answered. */
  @Optional() @IsIds() readonly settle?: readonly string[];
  @Optional()
  @IsText({ matches: /^\d{1,14}(\.\d{1,2})?$/, must: 'be a decimal number without sign, like "1.50"' })
  readonly charge?: string;
  @Optional()
  @IsText({ matches: /^-?\d{1,14}(\.\d{1,2})?$/, must: 'be a decimal number, like "120.50" or "-120.50"' })
  readonly closingOff?: string;
}
