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

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::double precision`;
const bounds = `${ms('begun_at')} as "begunAt", ${ms('last_at')} as "lastAt", every_ms as "everyMs"`;

/** Periods since a point in time, the newest of them, and the last one before: both by the index on `last_at`. */
export const readyPeriodsSince = statement<{ begunAt: number; lastAt: number; everyMs: number }, [since: Date, max: number]>(
  'availability.ready-periods-since',
  /* sql */ `
  (select ${bounds} from ready_period where last_at >= $1 order by last_at desc limit $2)
  union all
  (select ${bounds} from ready_period where last_at < $1 order by last_at desc limit 1)
`,
);

/** The days from `$1` to `$2` with their first moment and that of the next day in a time zone: 23 to 25 hours. */
export const bankDays = statement<{ day: string; from: number; to: number }, [first: string, last: string, timeZone: string]>(
  'availability.bank-days',
  /* sql */ `
  select d::date::text as day, ${ms('d at time zone $3')} as "from", ${ms(`(d + interval '1 day') at time zone $3`)} as "to"
  from generate_series($1::date::timestamp, $2::date::timestamp, interval '1 day') d
`,
);

/** Answers of all groups of operations by day and bucket: at most some 50 rows a day. */
export const answersSince = statement<
  { day: string; upToMs: number; answers: number; errors: number; totalMs: number },
  [firstDay: string]
>(
  'availability.answers-since',
  /* sql */ `
  select day::text, up_to_ms as "upToMs", sum(answers)::double precision as answers, sum(errors)::double precision as errors,
    sum(total_ms) as "totalMs"
  from answer_count where day >= $1::date group by day, up_to_ms
`,
);
