/** The ids that a consent lets somebody read. */
export type ResourceGrants = readonly string[];

/**
 * Stands among granted ids for all that the customer can share alone, later resources included. A resource of two
 * owners is covered by its own id only: once both have approved.
 */
export const ALL_SOLELY_OWNED = '00000000-0000-0000-0000-000000000000';

export const covers = (granted: ResourceGrants, id: string): boolean => granted.includes(id) || granted.includes(ALL_SOLELY_OWNED);

/** SQL: the resource of `holder h` is among those granted, which are $2. */
export const isGranted = `(h.resource_id = any($2::uuid[]) or (h.rule = 'any' and '${ALL_SOLELY_OWNED}' = any($2::uuid[])))`;
