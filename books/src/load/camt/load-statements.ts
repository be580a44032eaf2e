import { isUtf8 } from 'node:buffer';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LoadError, LoadErrors, type BankClock } from '@open-banking/database';
import { accountStates } from './account-state.js';
import { AccountLines, type Line } from './load-lines.js';
import { StatementFile, type Statement } from './statement.js';

const mostBytes = 32 << 20;

/**
 * Loads the booked entries of a camt.053 file that the books do not have, all of them or none: turned into the load format and loaded as any
 * other file, so that the same proofs are held. Returns how many lines that were.
 */
export async function loadStatements(
  file: string,
  databaseUrl: string,
  clock: BankClock,
  loadLines: (file: string) => Promise<number>,
): Promise<number> {
  const name = basename(file);
  const { lines, origins } = await linesOf(file, name, databaseUrl, clock);
  if (lines.length === 0) return 0;
  const folder = await mkdtemp(join(tmpdir(), 'open-banking-statement-'));
  try {
    const written = join(folder, `${name}.ndjson`);
    await writeFile(written, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    return await loadLines(written);
  } catch (error) {
    throw inStatement(error, name, origins);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function linesOf(file: string, name: string, databaseUrl: string, clock: BankClock): Promise<{ lines: Line[]; origins: number[] }> {
  if ((await stat(file)).size > mostBytes)
    throw new LoadError(name, 1, undefined, `must have at most ${mostBytes >> 20} MiB: split it by account or period`);
  const read = new StatementFile(name, textOf(name, await readFile(file)), clock.timeZone);
  const byIban = Map.groupBy(read.statements, ({ iban }) => iban);
  const ids = (statements: readonly Statement[]) => statements.flatMap(({ entries }) => entries.map(({ transactionId }) => transactionId));
  const states = await accountStates(
    databaseUrl,
    [...byIban].map(([iban, statements]) => ({ iban, ids: ids(statements) })),
  );
  const [errors, lines, origins, now] = [[...read.errors], [] as Line[], [] as number[], new Date()];
  for (const [iban, statements] of byIban) {
    const state = states.get(iban);
    if (!state) {
      errors.push(new LoadError(name, statements[0]!.line, 'Acct/Id/IBAN', `must be the IBAN of a loaded account; none has ${iban}`));
      continue;
    }
    const account = new AccountLines(name, state, clock.today());
    for (const [line, from] of account.of(statements, now).lines) {
      lines.push(line);
      origins.push(from);
    }
    errors.push(...account.errors);
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0]! : new LoadErrors(errors);
  return { lines, origins };
}

function textOf(name: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new LoadError(name, 1, undefined, 'must be in UTF-8');
  return new TextDecoder().decode(bytes);
}

/** A fault of the load names the line of the statement. */
function inStatement(error: unknown, name: string, origins: readonly number[]): unknown {
  const placed = ({ line, field, reason }: LoadError): LoadError => new LoadError(name, origins[line - 1] ?? line, field, reason);
  if (error instanceof LoadErrors) return new LoadErrors(error.errors.map(placed));
  return error instanceof LoadError ? placed(error) : error;
}
