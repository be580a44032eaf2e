import { Refusal } from '@open-banking/messages';
import { errorFields, errorReason } from '@open-banking/telemetry';
import { runningBank } from '@open-banking/testing';
import { asRefusal } from '../src/postgres-error.js';

describe('what the log says of an error of PostgreSQL', () => {
  const bank = runningBank(['ais-pis']);
  const failing = (sql: string): Promise<Error & { detail?: string }> =>
    bank
      .database('ais-pis')
      .query(sql)
      .then(
        () => Promise.reject(new Error('It did not fail')),
        (error: Error) => error,
      );

  it.each([
    [
      `create temp table planted (name text check (name <> 'Dana Levi')); insert into planted values ('Dana Levi')`,
      'violates check constraint',
    ],
    [`create temp table planted (name text unique); insert into planted values ('Dana Levi'), ('Dana Levi')`, 'planted_name_key'],
    [`select 'Dana Levi'::int`, 'invalid input syntax for type integer: "…"'],
    [`select 'Dana "D" Levi'::uuid`, 'invalid input syntax for type uuid: "…"'],
  ])('is what happened, and not the data: %s', async (sql, happened) => {
    const error = await failing(sql);
    expect(`${error.message} ${error.detail}`).toContain('Levi');
    // As a job reports it, as the fault of a request, and as the refusal that a statement makes of it.
    const refused = errorFields(asRefusal(error));
    for (const said of [
      errorFields(error),
      errorFields(new Refusal('INTERNAL_SERVER_ERROR', error)),
      refused,
      { reason: errorReason(error) },
    ]) {
      expect(JSON.stringify(said)).not.toContain('Levi');
      expect(JSON.stringify(said).replaceAll('\\"', '"')).toContain(happened);
    }
  });
});
