import { shownHost } from '@open-banking/pages';

export interface NamedClient {
  readonly clientId: string;
  readonly clientName: string;
  /** In the register of authorised services; null where nobody has checked it. */
  readonly organization: string | null;
  /** Where its customers return to. */
  readonly redirectUri: string | null;
  readonly registeredAt: Date;
}

/** What tells a client from others of its name. A registration has an id in any case. */
export interface Distinction {
  readonly by: 'organization' | 'address' | 'registeredOn' | 'registration';
  readonly value: string;
}

const values = (client: NamedClient, dayOf: (instant: Date) => string): Record<Distinction['by'], string | null> => ({
  organization: client.organization,
  address: client.redirectUri === null ? null : shownHost(client.redirectUri),
  registeredOn: dayOf(client.registeredAt),
  registration: client.clientId,
});

/** By client, for those that share their name with another one: the first value that all of that name have, each its own. */
export function distinctionsOf(
  clients: readonly NamedClient[],
  dayOf: (instant: Date) => string,
): ReadonlyMap<NamedClient['clientId'], Distinction> {
  const one = new Map(clients.map((client) => [client.clientId, client]));
  const sameNamed = Map.groupBy(one.values(), ({ clientName }) => clientName.normalize('NFKC').toLowerCase());
  return new Map([...sameNamed.values()].filter(({ length }) => length > 1).flatMap((group) => distinguished(group, dayOf)));
}

function distinguished(group: readonly NamedClient[], dayOf: (instant: Date) => string): [clientId: string, distinction: Distinction][] {
  const all = group.map((client) => values(client, dayOf));
  const differs = (by: Distinction['by']): boolean =>
    all.every((one) => one[by] !== null) && new Set(all.map((one) => one[by])).size === group.length;
  const by = (['organization', 'address', 'registeredOn'] as const).find(differs) ?? 'registration';
  return group.map(({ clientId }, at) => [clientId, { by, value: all[at]![by]! }]);
}
