import {
  everyService,
  issuerRowsOf,
  pageRowsOf,
  registrationEndpoints,
  sandboxRowsOf,
  services,
  statusRowsOf,
  type Operation,
} from '@open-banking/spec';

const registration = new Set(Object.values(registrationEndpoints).map(({ id }) => id as string));

export const isRegistration = ({ id }: Operation): boolean => registration.has(id);

/** Endpoints of the issuers, pages and what else is public and has no document. */
export const undocumentedRows: readonly Operation[] = services.flatMap((service) => [
  ...issuerRowsOf(service),
  ...pageRowsOf(service),
  ...statusRowsOf(service),
]);

/** The sandbox's own operations, which have a document. */
export const sandboxRows: readonly Operation[] = services.flatMap(sandboxRowsOf);

const metrics: Operation = { ...everyService.readLiveness, id: 'readMetrics', path: '/metrics', service: 'ais-pis' };
/** What operators and probes read at each service's own port, and whether it is the internal one. */
export const watchedRows: readonly { readonly row: Operation; readonly isInternal: boolean }[] = [
  ...Object.values(everyService).map((row) => ({ row: { ...row, service: 'ais-pis' } as Operation, isInternal: false })),
  { row: metrics, isInternal: true },
];
