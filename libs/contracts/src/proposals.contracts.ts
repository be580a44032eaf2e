import { IsFormat, IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { proposalsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { nullable, oneOf } from './schemas.js';

export class ProposalsQuery {
  @Optional() @IsOneOf('PROPOSED', 'DONE', 'REFUSED') readonly state?: string;
  /** Those about one thing: a clearing instruction, consent or client, by its id. */
  @Optional() @IsText({ min: 1, max: 200 }) readonly subject?: string;
  /** The last proposalId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

export const ProposalRow = Type.Object({
  proposalId: Type.String(),
  /** The id of the row of the act. */
  operation: Type.String(),
  subject: Type.String(),
  request: nullable(Type.Object({})),
  state: oneOf('PROPOSED', 'DONE', 'REFUSED'),
  proposedBy: Type.String(),
  proposedAt: Type.String(),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(Type.String()),
  /** The payment or consent that the subject belongs to, if it is one, and its client; for the operator who decides. */
  paymentId: nullable(Type.String()),
  amount: nullable(Type.String()),
  currency: nullable(Type.String()),
  consentId: nullable(Type.String()),
  clientId: nullable(Type.String()),
  clientName: nullable(Type.String()),
});
export type ProposalRow = Shape<typeof ProposalRow>;

/** `next` is the `after` of the next page; absent on the last page. */
export const ProposalPage = Type.Object({
  proposals: Type.Array(ProposalRow),
  next: Type.Optional(Type.String()),
});
export type ProposalPage = Shape<typeof ProposalPage>;

/** The act's own response; or, with status 202, the proposal that another operator is to approve. */
export const Performed = Type.Object({
  proposalId: Type.Optional(Type.String()),
  operation: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
});
export type Performed = Shape<typeof Performed>;

export const proposalsContracts = contracts(proposalsInternal, {
  listProposals: { body: ProposalsQuery, response: ProposalPage },
  approveProposal: { response: ProposalRow },
  refuseProposal: { response: ProposalRow },
});
