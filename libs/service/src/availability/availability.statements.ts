import { statement } from '@open-banking/database';

/** One bucket a place of the arrays; sorted, so that replicas lock the rows in the same order. */
export const addAnswers = statement<
  never,
  [days: string[], classes: string[], upToMs: number[], answers: number[], errors: number[], totalMs: number[]]
>(
  'availability.add-answers',
  /* sql */ `
  insert into answer_count as known (day, product_class, up_to_ms, answers, errors, total_ms)
  select * from unnest($1::date[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::double precision[])
  on conflict (day, product_class, up_to_ms) do update set
    answers = known.answers + excluded.answers, errors = known.errors + excluded.errors, total_ms = known.total_ms + excluded.total_ms
`,
);

/** Extends the period of a process, or begins one where the last answered probe is longer ago than `toleratedMs`. */
export const markReady = statement<never, [processId: string, everyMs: number, toleratedMs: number]>(
  'availability.mark-ready',
  /* sql */ `
  with extended as (
    update ready_period set last_at = statement_timestamp()
    where process_id = $1 and last_at >= statement_timestamp() - make_interval(secs => $3::double precision / 1000)
    returning process_id
  )
  insert into ready_period (process_id, begun_at, last_at, every_ms)
  select $1, statement_timestamp(), statement_timestamp(), $2 where not exists (select from extended)
`,
);
