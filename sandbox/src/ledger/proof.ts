import type { LoadedService } from '../demo-bank/load-files.js';

/**
 * Something that must hold in one database. The query names what it looked at and says whether it is right:
 * `what` text, `ok` boolean. Unknown is not right.
 */
export interface Proof {
  readonly service: LoadedService;
  readonly name: string;
  readonly query: string;
}

export interface CheckResult {
  readonly name: string;
  readonly service: string;
  readonly ok: boolean;
  /** How many things were looked at, and how many of them are wrong. */
  readonly checked: number;
  readonly broken: number;
  readonly firstBroken?: string;
}

export const result = (
  name: string,
  service: string,
  checked: number,
  broken: number,
  firstBroken: string | null | undefined,
): CheckResult => ({ name, service, ok: broken === 0, checked, broken, ...(firstBroken == null ? {} : { firstBroken }) });

/** One row however large the bank: counts, and the first that is wrong. */
export const counted = (query: string): string => /* sql */ `
  select count(*)::int as checked, (count(*) filter (where ok is not true))::int as broken, min(what) filter (where ok is not true) as "firstBroken"
  from (${query}) as judged`;
