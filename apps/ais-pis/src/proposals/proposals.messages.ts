import { IsFormat, IsOneOf, Optional } from '@open-banking/http';
import type { ProposalRow } from './proposals.statements.js';

export class ProposalsQuery {
  @Optional() @IsOneOf('PROPOSED', 'DONE', 'REFUSED') readonly state?: string;
  /** The last proposalId of the previous page. */
  @Optional() @IsFormat('uuid') readonly after?: string;
}

/** `next` is the `after` of the next page; absent on the last page. */
export interface ProposalPage {
  readonly proposals: readonly ProposalRow[];
  readonly next?: string;
}
