import { text, uuid, type Caller, type Format, type LimitClass, type Method, type Operation, type OperatorRole } from './operation.js';
import { parametersOf } from './path.js';
import type { Service } from './services.js';

/** The parameters of these paths. Clients, operators, clearing rules and interactions have ids of other forms than UUIDs. */
const parameters: Readonly<Record<string, Format>> = {
  accountId: uuid,
  actionId: uuid,
  adjustmentId: uuid,
  checkId: uuid,
  collectionId: uuid,
  consentId: uuid,
  customerId: uuid,
  dataSetId: text,
  developerId: uuid,
  entryId: uuid,
  instructionId: uuid,
  jobId: uuid,
  notificationId: uuid,
  paymentId: uuid,
  proposalId: uuid,
  requestId: uuid,
  resourceId: uuid,
  transferId: uuid,
  windowId: uuid,
  clientId: text,
  code: text,
  day: text,
  document: text,
  file: text,
  guide: text,
  jobKind: text,
  logo: text,
  operationId: text,
  operatorName: text,
  receiverId: text,
  ruleId: text,
  source: text,
  uid: text,
};
const formatsOf = (path: string): Pick<Operation, 'formats'> => {
  const names = parametersOf(path);
  return names.length > 0 ? { formats: Object.fromEntries(names.map((name) => [name, parameters[name]!])) } : {};
};

type Besides<Path extends string> = Omit<Operation<Path>, 'id' | 'service'> & { readonly service?: Service };

export const health = <const P extends string>(path: P): Besides<P> => ({
  kind: 'health',
  method: 'GET',
  path,
  product: 'operations',
  limits: 'none',
});
export const internal = <const P extends string>(
  method: Method,
  path: P,
  callers: readonly Caller[],
  operatorRoles?: readonly OperatorRole[],
): Besides<P> => ({
  kind: 'internal',
  method,
  path,
  product: 'operations',
  limits: 'none',
  callers,
  ...formatsOf(path),
  ...(operatorRoles && { operatorRoles }),
});
export const oauth = <const P extends string>(method: Method, path: P, limits: LimitClass): Besides<P> => ({
  kind: 'oauth',
  method,
  path,
  product: 'oauth',
  limits,
  ...formatsOf(path),
});
export const page = <const P extends string>(method: Method, path: P): Besides<P> => ({
  kind: 'page',
  method,
  path,
  product: 'pages',
  limits: 'page',
  ...formatsOf(path),
});

/** An operation of the sandbox's scenarios, for developers with a key. */
export const scenario = <const P extends string>(
  method: Method,
  path: P,
  limits: 'read' | 'write',
): Besides<P> & { readonly service: 'portal' } => ({
  kind: 'sandbox',
  method,
  path,
  product: 'sandbox',
  limits,
  service: 'portal',
  sandbox: true,
  ...formatsOf(path),
});

export const rows = <const R extends Readonly<Record<string, Besides<string>>>>(of: R) =>
  Object.fromEntries(Object.entries(of).map(([id, line]) => [id, { ...line, id }])) as {
    readonly [Id in keyof R]: R[Id] & { readonly id: Id };
  };
