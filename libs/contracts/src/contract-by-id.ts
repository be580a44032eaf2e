import type { Contract } from './contract.js';
import * as groups from './groups.js';

/** All contracts by the id of their operation. */
export const contractById: ReadonlyMap<string, Contract> = new Map(
  Object.values(groups)
    .flatMap((group) => Object.values(group) as Contract[])
    .map((contract) => [contract.id, contract]),
);
