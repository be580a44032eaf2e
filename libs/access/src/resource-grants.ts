import { hash } from 'node:crypto';

/** The ids that a consent lets its client read: resources, and what two owners have approved together (`jointGrant`). */
export type ResourceGrants = readonly string[];

/**
 * Stands among granted ids for all that the customer can share alone, later resources included. A resource of two
 * owners is covered by its own id only: once both have approved.
 */
export const ALL_SOLELY_OWNED = '00000000-0000-0000-0000-000000000000';

/**
 * Stands among granted ids where ais-pis is of the previous release, which does not say who has approved a resource of two owners: its own
 * id covers it then. To be removed in the release after 0.2.0.
 */
export const APPROVERS_UNKNOWN = '00000000-0000-0000-0000-000000000001';

/**
 * The entry among granted ids for a resource of two owners that these two have approved. It covers nothing once another customer owns the
 * resource.
 */
export function jointGrant(resourceId: string, owners: readonly [string, string]): string {
  const digits = hash('sha256', [resourceId, ...[...owners].sort()].join(''), 'hex');
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export const covers = (granted: ResourceGrants, id: string): boolean => granted.includes(id) || granted.includes(ALL_SOLELY_OWNED);

/** The grants that concern one resource, out of grants for any. */
export const grantsOn = (granted: ResourceGrants, id: string): ResourceGrants =>
  covers(granted, id) ? [id, ...granted.filter((one) => one !== ALL_SOLELY_OWNED)] : [];

const joint = /* sql */ `left(encode(sha256(convert_to(h.resource_id::text || least(h.psu_id, o.psu_id)::text || greatest(h.psu_id, o.psu_id)::text, 'UTF8')), 'hex'), 32)::uuid`;

/**
 * SQL: the resource of `holder h` is among those granted, which are $2. One of two owners is granted only if the present two have approved
 * it.
 */
export const isGranted = `case when h.rule = 'any' then h.resource_id = any($2::uuid[]) or '${ALL_SOLELY_OWNED}' = any($2::uuid[])
    else (h.resource_id = any($2::uuid[]) and '${APPROVERS_UNKNOWN}' = any($2::uuid[]))
      or exists (select from holder o where o.resource_id = h.resource_id and o.psu_id <> h.psu_id and ${joint} = any($2::uuid[])) end`;
