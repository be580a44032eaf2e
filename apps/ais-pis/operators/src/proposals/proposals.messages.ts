import { IsFormat, IsOneOf, IsText, Optional } from '@open-banking/http';
import type { ProposalRow } from './proposals.statements.js';

export class ProposalsQuery {
  @Optional() @IsOneOf('PROPOSED', 'DONE', 'REFUSED') readonly state?: string;
  /** Those about one thing: a clearing instruction, consent or client, by its id. */
  @Optional() @IsText({ min: 1, max: 200 }) readonly subject?: string;
  /** The last proposalId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** `next` is the `after` of the next page; absent on the last page. */
export interface ProposalPage {
  readonly proposals: readonly ProposalRow[];
  readonly next?: string;
}
