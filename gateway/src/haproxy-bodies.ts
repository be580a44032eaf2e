import type { Service } from '@open-banking/spec';
import { largeBodyAnswer, type Answer } from './answers.js';
import { bounds } from './bounds.js';
import { routes } from './routes.js';

const isLarge = '{ var(txn.large) -m bool }';
/** A body that says that it is larger than others may be. */
export const bySize = `{ req.body_size gt ${bounds.bodyBytes} } !${isLarge}`;
/** A body of which more has arrived. */
export const byLength = `{ req.body_len gt ${bounds.bodyBytes} } !${isLarge}`;

/** Routes that take larger bodies than others, by how large. */
const largeRoutes = [...Map.groupBy(routes, ({ maxBytes }) => maxBytes)].flatMap(([maxBytes, of]) =>
  maxBytes === undefined ? [] : [{ maxBytes, paths: of.map(({ path }) => path), services: of.map(({ service }) => service) }],
);
/**
 * Admits bodies that one buffer does not hold, at the routes that take them: they say in advance how long they are; sent in chunks they
 * could be of any length.
 */
export const largeBodies = (service: Service, answerByPath: (own: Answer, conditions: readonly string[]) => string[]): string[] =>
  largeRoutes
    .filter(({ services: some }) => some.includes(service))
    .flatMap(({ maxBytes, paths }) => [
      `http-request set-var(txn.large) bool(true) if { var(txn.route) -m str ${paths.join(' ')} } { req.fhdr_cnt(content-length) eq 1 } !{ req.fhdr(transfer-encoding) -m found }`,
      ...answerByPath(largeBodyAnswer(maxBytes), [
        `${isLarge} { var(txn.route) -m str ${paths.join(' ')} } { req.body_size gt ${maxBytes} }`,
      ]),
    ]);
