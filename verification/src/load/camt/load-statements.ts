import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { DatabaseClient, serversOf, withoutTimeLimits, type BankClock } from '@open-banking/database';
import { LoadError, LoadErrors, type LoadOptions } from '@open-banking/feed';
import { accountState, type AccountQuestion } from './account-state.js';
import { derivedId, referenceDigestOf, uniqueReference } from './entry-identity.js';
import { AccountLines, type AccountLoad, type Line, type LineOrigin } from './load-lines.js';
import {
  digestsOf,
  knownStatements,
  recordLoaded,
  sha256,
  type LoadedReference,
  type EqualEntries,
  type StatementRecord,
} from './loaded-statements.js';
import { printable } from './entry-place.js';
import { statementReport, type ReportItem, type StatementReport } from './statement-report.js';
import { StatementFile, type Statement } from './statement.js';
import { xmlText } from './xml-encoding.js';

const maxBytes = 32 << 20;
const loadedAtOnce = 'is not loaded, as another load of the account runs at the same time: load the file again when it has ended';

export interface StatementOptions {
  /** What entries are that equal those of another statement; undefined: they are refused. */
  readonly equalEntries?: EqualEntries | undefined;
  /** The IBAN of the account of statements that name none. */
  readonly account?: string | undefined;
  /** Who loads, for the audit. */
  readonly operator?: string | undefined;
  readonly onReport?: (report: StatementReport) => void;
}

/** The same with the bank's time: its time zone and current day. */
type TimedOptions = StatementOptions & { readonly clock: BankClock };

/** Loads a file of lines whole or not at all. Returns how many lines it has. */
type LoadLines = (file: string, options: LoadOptions) => Promise<number>;

/** What a file adds to the books. */
interface Prepared {
  readonly lines: readonly Line[];
  readonly origins: readonly LineOrigin[];
  readonly records: readonly StatementRecord[];
  readonly references: readonly LoadedReference[];
  readonly items: readonly ReportItem[];
  readonly knownEntries: number;
}

/**
 * Loads the booked entries of a camt.053 file that the books do not have, all of them or none: turned into the load format and loaded as any
 * other file, so that the same proofs are held. Returns how many lines that were. Throws a `LoadError` or `LoadErrors`.
 */
export async function loadStatements(file: string, databaseUrl: string, loadLines: LoadLines, options: TimedOptions): Promise<number> {
  const name = basename(file);
  const client = new DatabaseClient({ ...serversOf(databaseUrl), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const prepared = await preparedFrom(file, name, client, options);
    const record = (session: Pick<DatabaseClient, 'query'>): Promise<void> =>
      recordOnce(name, () => recordLoaded(session, prepared, options.operator ?? 'operator'));
    const lines = prepared.lines.length > 0 ? await loadPrepared(name, prepared, loadLines, record, options.clock) : 0;
    if (lines === 0) await record(client);
    options.onReport?.(statementReport({ booked: entryCount(prepared), ...prepared }));
    return lines;
  } finally {
    await client.end();
  }
}

const entryCount = ({ lines }: Prepared): number => lines.filter((line) => line['type'] === 'entry').length;

async function loadPrepared(
  name: string,
  { lines, origins }: Prepared,
  loadLines: LoadLines,
  beforeCommit: (client: pg.Client) => Promise<void>,
  clock: BankClock,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'open-banking-statement-'));
  try {
    const written = join(folder, `${name}.ndjson`);
    await writeFile(written, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    return await loadLines(written, { clock, whole: true, anew: true, beforeCommit });
  } catch (error) {
    throw inStatement(error, name, origins);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Two commands that load one statement at once: the second one's note is a duplicate. */
async function recordOnce(name: string, note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '23505') throw error;
    throw new LoadError(name, 1, undefined, loadedAtOnce);
  }
}

async function preparedFrom(file: string, name: string, client: DatabaseClient, options: TimedOptions): Promise<Prepared> {
  if ((await stat(file)).size > maxBytes)
    throw new LoadError(name, 1, undefined, `must have at most ${maxBytes >> 20} MiB: split it by account or period`);
  const bytes = await readFile(file);
  const read = new StatementFile(name, xmlText(name, bytes), options.clock.timeZone, options.account);
  const preparation = new Preparation(name, sha256(bytes), client, options);
  const hasFaults = read.errors.length > 0;
  for (const [iban, statements] of Map.groupBy(read.statements, ({ iban: of }) => of)) await preparation.add(iban, statements, hasFaults);
  const errors = [...read.errors, ...preparation.errors];
  if (errors.length > 0) throw errors.length === 1 ? errors[0]! : new LoadErrors(errors);
  const { loads, records, items, knownEntries } = preparation;
  const lines = loads.flatMap(({ lines: of }) => of);
  return {
    lines: lines.map(([line]) => line),
    origins: lines.map(([, origin]) => origin),
    records,
    references: loads.flatMap(({ references }) => references),
    items: [...read.otherMessages, ...items],
    knownEntries,
  };
}

/** What the accounts of a file get from it, account by account. */
class Preparation {
  readonly errors: LoadError[] = [];
  readonly loads: AccountLoad[] = [];
  readonly records: StatementRecord[] = [];
  readonly items: ReportItem[] = [];
  /** Entries of statements that were loaded before. */
  knownEntries = 0;
  readonly #now = new Date();

  constructor(
    private readonly name: string,
    private readonly fileSha256: string,
    private readonly client: DatabaseClient,
    private readonly options: TimedOptions,
  ) {}

  async add(iban: string, statements: readonly Statement[], hasFaults: boolean): Promise<void> {
    const digests = new Map(statements.map((statement) => [statement, digestsOf(statement, this.fileSha256)]));
    await this.#hold(iban);
    const { loaded, reissued } = await knownStatements(this.client, iban, [...digests]);
    const open = statements.filter((statement) => !loaded.has(statement) && !isRepeated(statement, digests));
    const state = await accountState(this.client, this.#questionOf(iban, open));
    if (!state) {
      const reason = `must be the IBAN of a loaded account; none has ${iban}`;
      this.errors.push(new LoadError(this.name, statements[0]!.line, 'Acct/Id/IBAN', reason));
      return;
    }
    this.#refuseOtherCurrency(statements, state.currency);
    const account = new AccountLines(
      { name: this.name, sha256: this.fileSha256 },
      state,
      this.options.clock.today(),
      this.options.equalEntries,
    );
    const load = account.loadFor(open, reissued, this.#now, hasFaults);
    this.errors.push(...account.errors);
    this.loads.push(load);
    this.#report(statements, loaded, open, load);
    for (const { statement, booked, isDecided } of load.statements) {
      const equalEntries = isDecided ? this.options.equalEntries! : null;
      this.records.push({ ...digests.get(statement)!, accountId: state.accountId, number: statement.number, booked, equalEntries });
    }
  }

  /** Statements that were loaded before are refused too: as they are now they are not of this account. */
  #refuseOtherCurrency(statements: readonly Statement[], expected: string): void {
    for (const { line, currency } of statements)
      if (currency !== undefined && currency !== expected)
        this.errors.push(
          new LoadError(this.name, line, 'Acct/Ccy', `must be ${expected}, the account's currency; it is ${printable(currency)}`),
        );
  }

  #questionOf(iban: string, statements: readonly Statement[]): AccountQuestion {
    const entries = statements.flatMap((statement) => statement.entries.map((entry) => ({ statement, entry })));
    const ids = entries.flatMap(({ statement, entry }) =>
      [uniqueReference(entry) ?? [], derivedId(statement, entry, this.fileSha256)].flat(),
    );
    const days = entries.map(({ entry: { bookingDate } }) => bookingDate).toSorted();
    const references = [...new Set(entries.flatMap(({ entry }) => referenceDigestOf(entry) ?? []))];
    const amounts = [...new Set(entries.map(({ entry }) => entry.amount))];
    return { iban, ids: [...new Set(ids)], references, firstDay: days[0] ?? null, amounts };
  }

  /** Two loads of one account would give different entries the same place. The lock ends with the connection. */
  async #hold(iban: string): Promise<void> {
    const { rows } = await this.client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtext('load a statement'), hashtext($1)) as free`,
      [iban],
    );
    if (!rows[0]!.free) throw new LoadError(this.name, 1, undefined, loadedAtOnce);
  }

  #report(
    statements: readonly Statement[],
    loaded: ReadonlyMap<Statement, EqualEntries | null>,
    open: readonly Statement[],
    { items }: AccountLoad,
  ): void {
    for (const statement of statements.filter((one) => !open.includes(one))) {
      const said =
        loaded.get(statement) === 'same'
          ? ', with --equal-entries same. If one of the entries left out is missing, see docs/statements-loading.md'
          : '';
      this.knownEntries += statement.entries.length;
      this.items.push({ reason: 'known-statement', what: `${statementName(statement)}${said}` });
    }
    this.items.push(...open.flatMap(({ leftOut }) => leftOut), ...items);
  }
}

/** Whether an earlier statement of the file has the same identity and content. */
function isRepeated(statement: Statement, digests: ReadonlyMap<Statement, { identity: string | null; content: string }>): boolean {
  const own = digests.get(statement)!;
  return [...digests].some(
    ([other, { identity, content }]) =>
      other.number < statement.number && identity !== null && identity === own.identity && content === own.content,
  );
}

function statementName({ number, identity, entries }: Statement): string {
  const ids = identity === undefined ? '' : ` (MsgId ${printable(identity[0]!)}, Id ${printable(identity[1]!)})`;
  return `statement ${number}${ids} with ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
}

/** A fault of the load names the line of the statement, and the entry. */
function inStatement(error: unknown, name: string, origins: readonly LineOrigin[]): unknown {
  const placed = ({ line, field, reason }: LoadError): LoadError => {
    // A feed or a load of lines that has booked on the account since its state was read.
    if (/^is there already/.test(reason)) return new LoadError(name, 1, undefined, loadedAtOnce);
    const origin = origins[line - 1];
    return new LoadError(name, origin?.line ?? line, field, reason, origin?.place);
  };
  if (error instanceof LoadErrors) return new LoadErrors(error.errors.map(placed));
  return error instanceof LoadError && error.file !== name ? placed(error) : error;
}
