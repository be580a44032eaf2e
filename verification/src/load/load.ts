import { compareFile, loadFile, RowCopy, type LoadOptions, type RowDifference } from '@open-banking/feed';
import { machineClock } from '@open-banking/database';
import type { LoadedService } from '@open-banking/spec';
import type { StatementOptions } from './camt/load-statements.js';
import { isStatementFile } from './camt/statement-file-name.js';
import { serviceTables } from '../service-tables.js';

/**
 * Loads one service's file, or standard input (`-`), into its database by the owner's role; see `loadFile`. With each batch in it, the
 * database must pass the proofs of `openbank ledger check` that the batch can break. Returns how many lines the file has. For ais-pis a file
 * named `.xml` is a camt.053 statement of another bank: its entries that the books do not have are loaded, see `loadStatements`.
 */
export async function load(
  service: LoadedService,
  file: string,
  databaseUrl: string,
  options: LoadOptions & StatementOptions = {},
): Promise<number> {
  const { loadFormat, loadedProofs: proofs, provedByResource: byResource = false } = serviceTables[service];
  const loadLines = (lines: string, how: LoadOptions) => loadFile(lines, loadFormat, databaseUrl, { proofs, byResource }, how);
  if (service !== 'ais-pis' || !isStatementFile(file)) return loadLines(file, options);
  const { loadStatements } = await import('./camt/load-statements.js');
  return loadStatements(file, databaseUrl, loadLines, { ...options, clock: options.clock ?? machineClock() });
}

/** Compares a snapshot of the bank's core with one service's database, by the owner's role; see `compareFile`. */
export const compare = (
  service: LoadedService,
  file: string,
  databaseUrl: string,
  onDifference: (difference: RowDifference) => void,
): Promise<ReadonlyMap<string, number>> => compareFile(file, serviceTables[service].loadFormat, databaseUrl, onDifference);

/** Begins to copy rows that a program makes into one service's tables, by the owner's role. They are made to agree, so no proof is run on them. */
export const copyInto = (service: LoadedService, databaseUrl: string): Promise<RowCopy> =>
  RowCopy.begin(serviceTables[service].loadFormat, databaseUrl);
