import { IsFormat, IsOneOf, IsText, IsWholeNumber, Optional } from '@open-banking/http/field.decorator';
import { isDate } from '@open-banking/messages';
import { clearingInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';
import { Performed } from './proposals.contracts.js';

const IsProduct = () => IsText({ max: 60 });

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

/** Any ISO 20022 code (four characters), or the other bank's own text (`Proprietary`, 35 characters). */
const IsReason = () =>
  IsText({
    min: 1,
    max: 35,
    matches: /^[^\p{C}\s]([^\p{C}]*[^\p{C}\s])?$/u,
    must: 'be an ISO 20022 code such as AC04, or at most 35 printable characters',
  });

export class ClearingAnswer {
  @IsOneOf('accepted', 'rejected', 'returned') readonly answer!: 'accepted' | 'rejected' | 'returned';
  @Optional() @IsReason() readonly reason?: string;
}

/** A page of the instructions that the sandbox's clearing received, in the order of receipt; `from` is the number to skip. */
export class ReceivedInstructionsQuery {
  @Optional() @IsWholeNumber({ min: 0 }) readonly from?: number;
}

/** How the sandbox's clearing answers the instructions that match the rule. */
export class ClearingRuleRequest extends ClearingAnswer {
  /** ISO 8601 duration until the answer; for `returned`, from the acceptance to the return. */
  @Optional() @IsText({ max: 40 }) readonly after?: string;
  @Optional() @IsProduct() readonly product?: string;
  /** The number of the creditor's account, as in the payment. */
  @Optional()
  @IsText({ max: 70 })
  readonly creditor?: string;
  @Optional()
  @IsText({ matches: /^\d{1,14}(\.\d{1,4})?$/, must: 'be a decimal number without sign, like "120.50"' })
  readonly amountFrom?: string;
}

/** An operator's finding about an instruction whose answer is late. */
export class ClearingResolution {
  @IsOneOf('accepted', 'rejected') readonly answer!: 'accepted' | 'rejected';
  @Optional() @IsReason() readonly reason?: string;
  @IsText({ min: 1, max: 500, notBlank: true }) readonly note!: string;
}

export const InstructionTotal = Type.Object({
  product: Type.String(),
  currency: Type.String(),
  state: Type.String(),
  count: Type.Number(),
  amount: Type.String(),
});
export type InstructionTotal = Shape<typeof InstructionTotal>;

/** An instruction as the sandbox's clearing has received it. */
export const InstructionReceived = Type.Object({
  instructionId: Type.String(),
  /** The core's task; clearing knows payments only. */
  kind: oneOf('payment', 'hold', 'release', 'collection', 'refund'),
  /** Absent of a collection and its refund. */
  paymentId: Type.Optional(Type.String()),
  collectionId: Type.Optional(Type.String()),
  product: Type.String(),
  currency: Type.String(),
  amount: Type.String(),
  state: Type.String(),
  reason: nullable(Type.String()),
  instructedOn: Type.String(),
  instructedAt: Type.String(),
  changedAt: Type.String(),
  /** Deadline for clearing's answer; after that the bank investigates. */
  answerBy: Type.String(),
  /** The parts of an ISO 20022 pacs.008 that the bank has. */
  message: Type.Object({}),
});
export type InstructionReceived = Shape<typeof InstructionReceived>;

export const Instruction = Type.Object({
  ...InstructionReceived.properties,
  /** The day on which the creditor's bank receives the money, by scheme and calendar; of a payment. */
  settlementDate: Type.Optional(Type.String()),
  late: Type.Boolean(),
});
export type Instruction = Shape<typeof Instruction>;

/** `next` is the `after` of the next page; absent on the last page. */
export const InstructionPage = Type.Object({
  date: Type.Optional(Type.String()),
  totals: Type.Optional(Type.Array(InstructionTotal)),
  instructions: Type.Array(Instruction),
  next: Type.Optional(Type.String()),
});
export type InstructionPage = Shape<typeof InstructionPage>;

export const ClearingRule = Type.Object({
  ruleId: Type.String(),
  answer: oneOf('rejected', 'accepted', 'returned'),
  reason: nullable(Type.String()),
  afterSeconds: Type.Number(),
  product: nullable(Type.String()),
  creditor: nullable(Type.String()),
  amountFrom: nullable(Type.String()),
});
export type ClearingRule = Shape<typeof ClearingRule>;

export const clearingContracts = contracts(clearingInternal, {
  listInstructions: { body: InstructionsQuery, response: InstructionPage },
  answerInstruction: {
    body: ClearingAnswer,
    response: Type.Object({
      state: Type.String(),
    }),
  },
  listReceived: { body: ReceivedInstructionsQuery, response: Type.Array(InstructionReceived) },
  listClearingRules: { response: Type.Array(ClearingRule) },
  addClearingRule: {
    body: ClearingRuleRequest,
    response: Type.Object({
      ruleId: Type.String(),
    }),
  },
  removeClearingRule: {},
  resolveInstruction: { body: ClearingResolution, response: Performed, mayBeEmpty: true },
});
