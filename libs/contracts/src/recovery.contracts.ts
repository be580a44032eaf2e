import { AllowsOtherFields } from '@open-banking/http/class-validation';
import { IsAnyObject, IsFlag, IsFormat, IsMessage, IsNested, IsText, Optional } from '@open-banking/http/field.decorator';
import { RequestedAmount, AccountReference } from '@open-banking/messages';
import { recoveryInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { oneOf } from './schemas.js';

@AllowsOtherFields()
class Identification {
  @Optional() @IsText({ max: 140 }) readonly instructionIdentification?: string;
  @Optional() @IsText({ max: 140 }) readonly endToEndIdentification?: string;
}

@AllowsOtherFields()
class DebtorAccount {
  @IsFormat('iban') readonly iban!: string;
}

@AllowsOtherFields()
class Creditor {
  @IsText({ min: 1, max: 140 }) readonly name!: string;
  @Optional() @IsAnyObject() readonly postalAddress?: object;
  @Optional() @IsText({ max: 140 }) readonly identification?: string;
}

const Remittance = Type.Union([Type.String(), Type.Array(Type.String()), Type.Object({})]);

@AllowsOtherFields()
class InstructionMessage {
  @IsNested(() => Identification) readonly paymentIdentification!: Identification;
  @IsMessage(RequestedAmount) readonly interbankSettlementAmount!: RequestedAmount;
  @Optional() @IsText({ max: 140 }) readonly chargeBearer?: string;
  /** The client that created the payment. */
  @Optional() @IsText({ min: 1, max: 100 }) readonly initiatingParty?: string;
  @IsNested(() => DebtorAccount) readonly debtorAccount!: DebtorAccount;
  @Optional() @IsText({ max: 140 }) readonly ultimateDebtor?: string;
  @IsNested(() => Creditor) readonly creditor!: Creditor;
  @IsMessage(AccountReference) readonly creditorAccount!: AccountReference;
  @Optional() @IsText({ max: 140 }) readonly creditorAgent?: string;
  @Optional() @IsText({ max: 140 }) readonly creditorAgentName?: string;
  @Optional() @IsText({ max: 140 }) readonly ultimateCreditor?: string;
  @Optional() @IsText({ max: 140 }) readonly purpose?: string;
  @Optional() @IsMessage(Remittance) readonly remittanceInformation?: string | string[] | object;
}

/** An instruction as clearing received it: the needed part of what `listInstructions` returns. */
@AllowsOtherFields()
export class ReceivedInstruction {
  @IsFormat('uuid') readonly paymentId!: string;
  @IsText({ min: 1, max: 60 }) readonly product!: string;
  @IsFormat('book-day') readonly instructedOn!: string;
  @IsFormat('date-time') readonly instructedAt!: string;
  @IsNested(() => InstructionMessage) readonly message!: InstructionMessage;
}

export class RecoveryEnd {
  @Optional() @IsFlag() readonly despiteProblems?: boolean;
}

export const RecoveryState = Type.Object({
  state: oneOf('none', 'open'),
  recoveryNumber: Type.Optional(Type.Number()),
  reason: Type.Optional(Type.String()),
  detectedAt: Type.Optional(Type.String()),
  recovered: Type.Optional(Type.Number()),
  problems: Type.Optional(Type.Number()),
});
export type RecoveryState = Shape<typeof RecoveryState>;

/** The outcome for an instruction: already known, recovered, or a problem. */
export const RecoveryOutcome = Type.Object({
  instructionId: Type.String(),
  paymentId: Type.String(),
  outcome: oneOf('known', 'recovered', 'problem'),
  problem: Type.Optional(Type.String()),
});
export type RecoveryOutcome = Shape<typeof RecoveryOutcome>;

export const recoveryContracts = contracts(recoveryInternal, {
  readRecovery: { response: RecoveryState },
  takeInstruction: { body: ReceivedInstruction, response: RecoveryOutcome },
  endRecovery: { body: RecoveryEnd, response: RecoveryState },
});
