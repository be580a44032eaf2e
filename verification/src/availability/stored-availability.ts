import { asAdmin } from '@open-banking/database';
import type { AnswerBucket, ProductClass, ReadyPeriod, Service, Span } from '@open-banking/spec';
import type pg from 'pg';
import type { Quarter } from './quarter.js';

/** A day of the bank with its first moment and that of the next day: 23 to 25 hours. */
export interface BankDay extends Span {
  readonly day: string;
}

export interface CountedAnswers extends AnswerBucket {
  readonly day: string;
  readonly productClass: ProductClass;
}

export interface ServiceRecord {
  readonly service: Service;
  readonly periods: readonly ReadyPeriod[];
  readonly answers: readonly CountedAnswers[];
}

/** The records of a quarter in the databases of a bank. */
export interface StoredAvailability {
  readonly days: readonly BankDay[];
  readonly services: readonly ServiceRecord[];
  readonly maintenance: readonly (Span & { readonly reason: string })[];
  readonly now: number;
}

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::double precision`;

const daysOfQuarter = /* sql */ `
  select d::date::text as day, ${ms('d at time zone $3')} as "from", ${ms(`(d + interval '1 day') at time zone $3`)} as "to"
  from generate_series($1::timestamp, $2::timestamp, interval '1 day') d`;

/** The first period shows since when a service is known; of the others those that reach into the quarter, and the last one before it. */
const periods = /* sql */ `
  select ${ms('begun_at')} as "begunAt", ${ms('last_at')} as "lastAt", every_ms as "everyMs"
  from ready_period
  where begun_at < $2::timestamp at time zone $3 + interval '1 day'
    and (last_at >= $1::timestamp at time zone $3
      or (process_id, begun_at) in (select process_id, begun_at from ready_period where last_at < $1::timestamp at time zone $3 order by last_at desc limit 1)
      or (process_id, begun_at) in (select process_id, begun_at from ready_period order by begun_at limit 1))`;

const answers = /* sql */ `
  select day::text, product_class as "productClass", up_to_ms as "upToMs", answers::double precision, errors::double precision, total_ms as "totalMs"
  from answer_count where day between $1::date and $2::date order by day, product_class, up_to_ms`;

const maintenance = /* sql */ `
  select ${ms('starts_at')} as "from", ${ms('ends_at')} as "to", reason
  from maintenance_window
  where withdrawn_at is null and ends_at > $1::timestamp at time zone $3 and starts_at < $2::timestamp at time zone $3 + interval '1 day'
  order by starts_at`;

/** Reads the quarter from these databases. Every service's database is needed, or its downtime would be missing. */
export async function readAvailability(
  databases: Readonly<Partial<Record<Service, string>>>,
  { firstDay, lastDay }: Quarter,
  timeZone: string,
): Promise<StoredAvailability> {
  const services = Object.entries(databases) as [Service, string][];
  const bounds = [firstDay, lastDay, timeZone];
  const rows = async <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: readonly string[] = bounds): Promise<Row[]> =>
    (await client.query<Row>(text, [...values])).rows;
  const records = await Promise.all(
    services.map(([service, url]) =>
      asAdmin(url, async (client) => ({
        service,
        periods: await rows<ReadyPeriod>(client, periods),
        answers: await rows<CountedAnswers>(client, answers, [firstDay, lastDay]),
      })),
    ),
  );
  return asAdmin(databases['ais-pis']!, async (client) => ({
    services: records,
    days: await rows<BankDay>(client, daysOfQuarter),
    maintenance: await rows<Span & { reason: string }>(client, maintenance),
    now: (await rows<{ now: number }>(client, `select ${ms('statement_timestamp()')} as now`, []))[0]!.now,
  }));
}
