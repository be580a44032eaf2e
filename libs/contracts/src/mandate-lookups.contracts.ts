import { mandateLookupsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { MandateStatus, nullable, oneOf } from './schemas.js';

/** A mandate as operators see it: of its customer the id, of the account the ends of its number. */
export const MandateFactsRow = Type.Object({
  resourceId: Type.String(),
  clientId: Type.String(),
  creditorSchemeId: Type.String(),
  mandateId: Type.String(),
  suspendedBy: nullable(oneOf('customer', 'bank')),
  dateOfSignature: nullable(Type.String()),
  createdAt: Type.String(),
  statusChangedAt: Type.String(),
  debtor: nullable(Type.String()),
  owners: Type.Array(
    Type.Object({
      psuId: Type.String(),
      approvedAt: Type.String(),
    }),
  ),
  history: Type.Array(
    Type.Object({
      from: Type.String(),
      to: Type.String(),
      reason: nullable(Type.String()),
      at: Type.String(),
    }),
  ),
  mandateStatus: MandateStatus,
  reasonCode: nullable(Type.String()),
  /** The deadline of its approval; null if it no longer waits for one. */
  approveBy: nullable(Type.String()),
  finalCollectionDate: nullable(Type.String()),
  /** The day of its last collection, or else of its signature. */
  idleSince: nullable(Type.String()),
});
export type MandateFactsRow = Shape<typeof MandateFactsRow>;

export const mandateLookupsContracts = contracts(mandateLookupsInternal, {
  inspectMandate: { response: MandateFactsRow },
});
