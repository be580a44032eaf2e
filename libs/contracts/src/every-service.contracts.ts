import { IsFormat } from '@open-banking/http/field.decorator';
import { everyInternal, loadedServices, resourceKinds } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { oneOf } from './schemas.js';

/** Body of `listCustomerResources` (POST /internal/customer-resources), and its answer; every reading service serves it. */
export class CustomerResourcesRequest {
  @IsFormat('uuid') readonly psuId!: string;
}

/** Something this service needs and cannot use. */
export const ReadinessProblem = Type.Object({
  /** The dependency: `database`, a service, or the setting that names a file. */
  dependency: Type.String(),
  /** The problem, without secrets. */
  problem: Type.String(),
  /** The problem keeps the service from being ready: the fault is this process's own, or it cannot answer anything. */
  blocks: Type.Boolean(),
});
export type ReadinessProblem = Shape<typeof ReadinessProblem>;

/** The state of a service. Without `problems` it is public. */
export const ServiceState = Type.Object({
  status: oneOf('ready', 'degraded', 'not ready'),
  /** The problems; for operators only. */
  problems: Type.Optional(Type.Array(ReadinessProblem)),
  /** The bank's time as this service has it; for operators only. `openbank` reads the days of files in it. */
  clock: Type.Optional(
    Type.Object({
      now: Type.String(),
      today: Type.String(),
      timeZone: Type.String(),
    }),
  ),
});
export type ServiceState = Shape<typeof ServiceState>;

/** A resource of a customer as its service returns it over the internal port: what an approval page shows and a consent grants. */
export const CustomerResource = Type.Object({
  accountNumber: Type.Optional(Type.String()),
  resourceId: Type.String(),
  currency: Type.String(),
  reference: Type.Object({
    maskedPan: Type.Optional(Type.String()),
    iban: Type.Optional(Type.String()),
    bban: Type.Optional(Type.String()),
    other: Type.Optional(
      Type.Object({
        schemeNameCode: Type.Optional(Type.String()),
        schemeNameProprietary: Type.Optional(Type.String()),
        issuer: Type.Optional(Type.String()),
        identification: Type.String(),
      }),
    ),
    currency: Type.String(),
  }),
  cashAccountType: Type.String(),
  name: Type.String(),
  product: Type.String(),
  ownerName: Type.String(),
  branchNumber: Type.Optional(Type.String()),
  service: oneOf(...loadedServices),
  kind: oneOf(...resourceKinds),
  rule: oneOf('any', 'both'),
});
export type CustomerResource = Shape<typeof CustomerResource>;

export const CustomerResources = Type.Object({
  resources: Type.Array(CustomerResource),
});
export type CustomerResources = Shape<typeof CustomerResources>;

const Span = Type.Object({ from: Type.String(), to: Type.String() });

/** How a service has answered requests: the times are absent where there were none. */
const AnswerTimes = {
  requests: Type.Integer(),
  errors: Type.Integer(),
  errorPercent: Type.Optional(Type.Number()),
  meanMs: Type.Optional(Type.Number()),
  p95Ms: Type.Optional(Type.Number()),
};

/** A service's availability in the last 90 days of the bank; today is the last. Times are in ISO 8601. */
export const AvailabilityRecord = Type.Object({
  now: Type.String(),
  /** The time since which the service is known; absent if it never was ready. */
  knownSince: Type.Optional(Type.String()),
  /** When no process of the service answered, the oldest first. */
  outages: Type.Array(Span),
  total: Type.Object(AnswerTimes),
  days: Type.Array(Type.Object({ day: Type.String(), ...Span.properties, ...AnswerTimes })),
});
export type AvailabilityRecord = Shape<typeof AvailabilityRecord>;

export const everyContracts = contracts(everyInternal, {
  readServiceState: { response: ServiceState },
  readAvailability: { response: AvailabilityRecord },
  listCustomerResources: { body: CustomerResourcesRequest, response: CustomerResources },
});
