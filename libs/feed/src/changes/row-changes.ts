import { statement, type Statement, type Transaction } from '@open-banking/database';
import { AmountForms, LineAmounts } from '../load/load-amounts.js';
import { descriptionOf, type LineDescription, type LoadFormat } from '../load/load-format.js';
import type { LoadKind } from '../load/load-kinds.js';
import { kindsOf } from './feed-lines.js';
import type { Touched } from './feed-runs.js';
import { FeedRefused, namingLine, type ChangeKind, type FeedChange, type FeedPace } from './feed-step.js';

const typeOf: Readonly<Record<LoadKind, string>> = {
  uuid: 'uuid',
  text: 'text',
  date: 'date',
  instant: 'timestamptz',
  decimal: 'numeric',
  integer: 'bigint',
  boolean: 'boolean',
  json: 'jsonb',
  texts: 'text[]',
};

type OfRows = Statement<{ readonly line: number; readonly column: string | null }, [rows: string]>;

interface RowStatements {
  readonly upsert: OfRows;
  /** Finds a row with a key that a line which books nothing names: where its amount could not be changed to zero. */
  readonly existing?: OfRows;
  /** Removes or closes rows of the type, if it allows that. */
  readonly remove?: OfRows;
  readonly close?: OfRows;
}

/** The outcome of a row in a step, after all of its lines. */
interface Outcome {
  readonly change: ChangeKind | 'nothing';
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The line that needs the row to be there before the step: its first one, where that removes or closes. */
  readonly neededBy?: number | undefined;
  readonly booksNothing?: string;
}

interface RowType {
  readonly description: LineDescription;
  readonly amounts: LineAmounts;
  readonly statements: RowStatements;
}

/**
 * Applies changes to rows that are as the core says: each type of the format by one statement, whatever number of rows. Changes that are
 * applied together are those of steps that touch nothing in common (`runsOf`), so a row is changed by one step alone.
 */
export class RowChanges {
  readonly #types: ReadonlyMap<string, RowType>;
  /** Names of fields that alone are the key of a type: a field of this name in another type refers to its row. */
  readonly #references: ReadonlySet<string>;

  constructor(format: LoadFormat) {
    this.#types = new Map(
      Object.entries(format).map(([type, line]) => {
        const description = descriptionOf(line);
        return [type, { description, amounts: new LineAmounts(format, description), statements: statementsOf(type, description) }];
      }),
    );
    const keys = [...this.#types.values()].map(({ description: { key = [] } }) => key);
    this.#references = new Set(keys.filter(({ length }) => length === 1).map(([name]) => name!));
  }

  /** In the order of the format, so that what others refer to is there first; removes the other way round. Throws `FeedRefused`. */
  async apply(tx: Transaction, changes: readonly FeedChange[], pace: FeedPace = 'together'): Promise<void> {
    const byType = Map.groupBy(changes, ({ type }) => type);
    const last = [...this.#types].flatMap(([type, changeStatement]) => {
      const own = byType.get(type);
      return own ? [{ ...changeStatement, type, outcomes: outcomesOf(own, changeStatement.description) }] : [];
    });
    for (const of of last) await this.#run(tx, of.statements.existing, of, 'nothing', pace);
    for (const of of last) await this.#run(tx, of.statements.upsert, of, 'upsert', pace);
    for (const of of last) await this.#run(tx, of.statements.close, of, 'close', pace);
    for (const of of last.reverse()) await this.#run(tx, of.statements.remove, of, 'remove', pace);
  }

  /** An amount has the decimals of its currency, which is in the row of its account, card or loan: of a type before this one. */
  async #refuseMisfits(tx: Transaction, type: string, rows: readonly Outcome[]): Promise<void> {
    const forms = new AmountForms();
    for (const { line, fields } of rows) forms.noteRecord(this.#types.get(type)!.amounts, fields, line);
    const [misfit] = await forms.misfits(({ currencies }, keys) => tx.rows(currencies, keys));
    if (misfit) throw new FeedRefused(misfit.line, misfit.field, misfit.reason);
  }

  /** The resources whose rows these changes are. */
  resourcesOf(changes: readonly FeedChange[]): string[] {
    const ids = changes.flatMap(({ type, fields }) => {
      const { resource } = this.#types.get(type)!.description;
      return resource ? [String(fields[resource.name])] : [];
    });
    return [...new Set(ids)];
  }

  /** The things that a change touches: its row and its resource alone, and the rows that it refers to beside others. */
  touchedBy({ type, fields }: FeedChange): Touched {
    const { key = [], resource, fields: described } = this.#types.get(type)!.description;
    const own = [resource?.name, key.length === 1 ? key[0] : undefined];
    const ids = described
      .filter(({ name, kind }) => fields[name] !== undefined && (kind === 'uuid' || this.#references.has(name)))
      // A UUID names a row wherever it stands: the resource of a holder is a card's id.
      .map(({ name, kind }) => ({ name, id: kind === 'uuid' ? String(fields[name]) : `${name} ${String(fields[name])}` }));
    const row = key.length > 0 ? [`${type} ${JSON.stringify(key.map((name) => fields[name]))}`] : [];
    return {
      alone: [...row, ...ids.filter(({ name }) => own.includes(name)).map(({ id }) => id)],
      beside: ids.filter(({ name }) => !own.includes(name)).map(({ id }) => id),
    };
  }

  async #run(
    tx: Transaction,
    run: OfRows | undefined,
    of: RowType & { readonly type: string; readonly outcomes: readonly Outcome[] },
    change: Outcome['change'],
    pace: FeedPace,
  ): Promise<void> {
    const { type, description, outcomes } = of;
    const rows = outcomes.filter((outcome) => outcome.change === change);
    if (!run || rows.length === 0) return;
    if (pace === 'row by row' && rows.length > 1) {
      for (const row of rows) await this.#run(tx, run, { ...of, outcomes: [row] }, change, pace);
      return;
    }
    if (change === 'upsert') await this.#refuseMisfits(tx, type, rows);
    const sent = rows.map(({ line, fields: values, neededBy }) => ({ ...values, line, mayBeAbsent: neededBy === undefined }));
    const [refused] = await namingLine(pace, rows[0]!.line, () => tx.rows(run, JSON.stringify(sent)));
    if (refused)
      throw rowRefusal(
        type,
        description,
        rows.find(({ line }) => line === refused.line)!,
        refused.column,
      );
  }
}

/** Why the database does not do with a row what a line says: it is not there, or is there and cannot be changed. */
function rowRefusal(
  type: string,
  { fields }: LineDescription,
  { change, line, neededBy = line, booksNothing }: Outcome,
  column: string | null,
): FeedRefused {
  if (change === 'remove' || change === 'close') return new FeedRefused(neededBy, undefined, `no ${type} has this key`);
  return new FeedRefused(line, booksNothing ?? fields.find((field) => field.column === column)?.name, unchangeable);
}

const unchangeable = 'of an existing row cannot be changed';

/** The outcome of each row that a step names: its last change counts. One that closes it keeps what was said of it before. */
function outcomesOf(changes: readonly FeedChange[], description: LineDescription): Outcome[] {
  const { key } = description;
  if (!key)
    return changes.filter(({ booksNothing }) => booksNothing === undefined).map(({ line, fields }) => ({ change: 'upsert', line, fields }));
  const outcomes = new Map<string, Outcome>();
  for (const change of changes) {
    const name = JSON.stringify(key.map((field) => change.fields[field]));
    outcomes.set(name, outcomeAfter(outcomes.get(name), change, description));
  }
  return [...outcomes.values()];
}

/** The outcome of a row after one more change of it. A row that the step itself makes need not be there when it goes: it never existed. */
function outcomeAfter(before: Outcome | undefined, change: FeedChange, of: LineDescription): Outcome {
  if (change.change === 'upsert') return upserted(before, change, of);
  if (change.change === 'close' && before?.change === 'upsert') return { ...before, fields: { ...before.fields, status: 'deleted' } };
  return { ...change, neededBy: before ? before.neededBy : change.line };
}

function upserted(before: Outcome | undefined, { line, change, fields, booksNothing }: FeedChange, of: LineDescription): Outcome {
  const neededBy = before?.neededBy;
  if (booksNothing === undefined) return { change, line, fields, neededBy };
  if (of.removable) return { change: 'remove', line, fields, neededBy };
  if (before?.change === 'upsert') throw new FeedRefused(line, booksNothing, unchangeable);
  return { change: 'nothing', line, fields, booksNothing };
}

/** Whether rows of a type are booked under a key, and those with an amount of zero are not. */
const isBooked = ({ key = [], removable, fields }: LineDescription): boolean =>
  key.length > 0 && !removable && fields.some(({ booksNothing, kind }) => kind === 'decimal' && booksNothing('0'));

function statementsOf(type: string, description: LineDescription): RowStatements {
  const { table, fields, key = [], fixed, kept } = description;
  const may = kindsOf(description);
  const columnOf = (name: string): string => fields.find((field) => field.name === name)!.column;
  const columns = fields.map(({ column }) => `"${column}"`);
  const [keys, fixedColumns] = [key.map(columnOf), fixed.map(columnOf)];
  const given = /* sql */ `given as (
    select line, "mayBeAbsent", ${fields.map(({ name, column }) => `l."${name}" as "${column}"`).join(', ')}
    from jsonb_to_recordset($1::jsonb) as l(line integer, "mayBeAbsent" boolean, ${fields.map(({ name, kind }) => `"${name}" ${typeOf[kind]}`).join(', ')})
  )`;
  const matches = (of: string): string => keys.map((column) => `${of}."${column}" = given."${column}"`).join(' and ');
  const changed = fields.map(({ column }) => column).filter((column) => !keys.includes(column) && !fixedColumns.includes(column));
  const keptColumns = kept.map(columnOf);
  const newValue = (column: string): string =>
    `"${column}" = ${keptColumns.includes(column) ? `coalesce(excluded."${column}", t."${column}")` : `excluded."${column}"`}`;
  const conflict =
    keys.length === 0
      ? ''
      : `on conflict (${keys.map((column) => `"${column}"`).join(', ')}) do update set ${(changed.length > 0 ? changed : [keys[0]!]).map(newValue).join(', ')}
      ${fixedColumns.length > 0 ? `where (${fixedColumns.map((column) => `t."${column}"`).join(', ')}) is not distinct from (${fixedColumns.map((column) => `excluded."${column}"`).join(', ')})` : ''}`;
  const other = fixedColumns.map((column) => `when old."${column}" is distinct from given."${column}" then '${column}'`).join(' ');
  const missing = /* sql */ `select given.line, null as column from given where not given."mayBeAbsent" and not exists (select from done where ${matches('done')}) order by given.line limit 1`;
  const existing = /* sql */ `select given.line, null as column from given join "${table}" t on ${matches('t')} order by given.line limit 1`;
  const of = (name: string, sql: string): OfRows => statement(`feed.${name}-${type}`, `with ${given}, done as (${sql}) ${missing}`);
  return {
    upsert: statement(
      `feed.upsert-${type}`,
      /* sql */ `with ${given}, done as (
        insert into "${table}" as t (${columns.join(', ')}) select ${columns.join(', ')} from given order by line ${conflict}
      )
      ${
        fixedColumns.length === 0
          ? 'select line, null as column from given where false'
          : `select given.line, case ${other} end as column from given join "${table}" old on ${matches('old')} where case ${other} end is not null order by given.line limit 1`
      }`,
    ),
    ...(isBooked(description) && { existing: statement(`feed.existing-${type}`, `with ${given} ${existing}`) }),
    ...(may.includes('remove') && { remove: of('remove', `delete from "${table}" t using given where ${matches('t')} returning t.*`) }),
    ...(may.includes('close') && {
      close: of('close', `update "${table}" t set status = 'deleted' from given where ${matches('t')} returning t.*`),
    }),
  };
}
