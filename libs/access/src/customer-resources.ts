import { CashAccountType, Currency } from '@open-banking/messages';
import { loadedServices, resourceKinds, type LoadedService, type ResourceKind } from '@open-banking/spec';
import Type, { type Static } from 'typebox';

/** An owning service's names of one of its resources, by which others recognise a reference to it. */
const OwnReference = Type.Object(
  {
    iban: Type.Optional(Type.String()),
    bban: Type.Optional(Type.String()),
    maskedPan: Type.Optional(Type.String()),
    other: Type.Optional(
      Type.Object(
        {
          identification: Type.String(),
          schemeNameCode: Type.Optional(Type.String()),
          schemeNameProprietary: Type.Optional(Type.String()),
          issuer: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
    currency: Currency,
  },
  { additionalProperties: false },
);

/** A resource of a customer as its service returns it over the internal port: what an approval page shows and a consent grants. */
export const CustomerResource = Type.Object(
  {
    service: Type.String({ enum: [...loadedServices] }),
    kind: Type.String({ enum: [...resourceKinds] }),
    resourceId: Type.String({ format: 'uuid' }),
    reference: OwnReference,
    currency: Currency,
    cashAccountType: CashAccountType,
    name: Type.String(),
    product: Type.String(),
    ownerName: Type.String(),
    rule: Type.String({ enum: ['any', 'both'], description: '`both`: two of its holders must approve.' }),
    branchNumber: Type.Optional(Type.String()),
    accountNumber: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type CustomerResource = Omit<Static<typeof CustomerResource>, 'service' | 'kind' | 'rule'> & {
  service: LoadedService;
  kind: ResourceKind;
  rule: 'any' | 'both';
};
export const CustomerResources = Type.Object({ resources: Type.Array(CustomerResource) }, { additionalProperties: false });
export interface CustomerResources {
  resources: CustomerResource[];
}
