import {
  AmountForms,
  descriptionOf,
  LineAmounts,
  statement,
  type LineDescription,
  type LoadFormat,
  type LoadKind,
  type Statement,
  type Transaction,
} from '@open-banking/database';
import { kindsOf } from './feed-lines.js';
import { FeedRefused, type ChangeKind, type FeedChange } from './feed-step.js';

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
  /** Where rows of the type may be removed, or closed. */
  readonly remove?: OfRows;
  readonly close?: OfRows;
}

/** What happens to a row in the end, after all changes of it that are applied together. */
interface Outcome {
  readonly change: ChangeKind;
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Applies changes to rows that are as the core says: each type of the format by one statement, whatever number of rows. */
export class RowChanges {
  readonly #types: ReadonlyMap<
    string,
    { readonly description: LineDescription; readonly amounts: LineAmounts; readonly statements: RowStatements }
  >;

  constructor(format: LoadFormat) {
    this.#types = new Map(
      Object.entries(format).map(([type, line]) => {
        const description = descriptionOf(line);
        return [type, { description, amounts: new LineAmounts(format, description), statements: statementsOf(type, description) }];
      }),
    );
  }

  /** In the order of the format, so that what others refer to is there first; removes the other way round. Throws `FeedRefused`. */
  async apply(tx: Transaction, changes: readonly FeedChange[]): Promise<void> {
    const byType = Map.groupBy(changes, ({ type }) => type);
    const types = [...this.#types].filter(([type]) => byType.has(type));
    const last = types.map(([type, { description, statements }]) => ({
      statements,
      outcomes: outcomesOf(byType.get(type)!, description),
      type,
      description,
    }));
    for (const { statements, outcomes, type, description } of last)
      await this.#run(tx, statements.upsert, type, description, outcomes, 'upsert');
    for (const { statements, outcomes, type, description } of last)
      await this.#run(tx, statements.close, type, description, outcomes, 'close');
    for (const { statements, outcomes, type, description } of last.reverse())
      await this.#run(tx, statements.remove, type, description, outcomes, 'remove');
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
      return resource ? [String(fields[resource.name]).toLowerCase()] : [];
    });
    return [...new Set(ids)];
  }

  async #run(
    tx: Transaction,
    run: OfRows | undefined,
    type: string,
    { fields }: LineDescription,
    outcomes: readonly Outcome[],
    change: ChangeKind,
  ): Promise<void> {
    const rows = outcomes.filter((outcome) => outcome.change === change);
    if (!run || rows.length === 0) return;
    if (change === 'upsert') await this.#refuseMisfits(tx, type, rows);
    const [refused] = await tx.rows(run, JSON.stringify(rows.map(({ line, fields: values }) => ({ ...values, line }))));
    if (!refused) return;
    if (change === 'upsert') {
      const field = fields.find(({ column }) => column === refused.column)?.name;
      throw new FeedRefused(refused.line, field, 'of an existing row cannot be changed');
    }
    throw new FeedRefused(refused.line, undefined, `no ${type} has this key`);
  }
}

/** Of a row that is named more than once the last change counts; one that closes it keeps what was said of it before. */
function outcomesOf(changes: readonly FeedChange[], { key }: LineDescription): Outcome[] {
  if (!key) return changes.map(({ line, fields }) => ({ change: 'upsert', line, fields }));
  const outcomes = new Map<string, Outcome>();
  for (const { change, line, fields } of changes) {
    const name = JSON.stringify(key.map((field) => fields[field]));
    const before = outcomes.get(name);
    outcomes.set(
      name,
      change === 'close' && before?.change === 'upsert'
        ? { ...before, fields: { ...before.fields, status: 'deleted' } }
        : { change, line, fields },
    );
  }
  return [...outcomes.values()];
}

function statementsOf(type: string, description: LineDescription): RowStatements {
  const { table, fields, key = [], fixed } = description;
  const may = kindsOf(description);
  const columnOf = (name: string): string => fields.find((field) => field.name === name)!.column;
  const columns = fields.map(({ column }) => `"${column}"`);
  const [keys, fixedColumns] = [key.map(columnOf), fixed.map(columnOf)];
  const given = /* sql */ `given as (
    select line, ${fields.map(({ name, column }) => `l."${name}" as "${column}"`).join(', ')}
    from jsonb_to_recordset($1::jsonb) as l(line integer, ${fields.map(({ name, kind }) => `"${name}" ${typeOf[kind]}`).join(', ')})
  )`;
  const matches = (of: string): string => keys.map((column) => `${of}."${column}" = given."${column}"`).join(' and ');
  const changed = fields.map(({ column }) => column).filter((column) => !keys.includes(column) && !fixedColumns.includes(column));
  const conflict =
    keys.length === 0
      ? ''
      : `on conflict (${keys.map((column) => `"${column}"`).join(', ')}) do update set ${(changed.length > 0 ? changed : [keys[0]!]).map((column) => `"${column}" = excluded."${column}"`).join(', ')}
      ${fixedColumns.length > 0 ? `where (${fixedColumns.map((column) => `t."${column}"`).join(', ')}) is not distinct from (${fixedColumns.map((column) => `excluded."${column}"`).join(', ')})` : ''}`;
  const other = fixedColumns.map((column) => `when old."${column}" is distinct from given."${column}" then '${column}'`).join(' ');
  const missing = /* sql */ `select given.line, null as column from given where not exists (select from done where ${matches('done')}) order by given.line limit 1`;
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
    ...(may.includes('remove') && { remove: of('remove', `delete from "${table}" t using given where ${matches('t')} returning t.*`) }),
    ...(may.includes('close') && {
      close: of('close', `update "${table}" t set status = 'deleted' from given where ${matches('t')} returning t.*`),
    }),
  };
}
