import { InternalCallFailure, type InternalCalls } from '@open-banking/access';
import { serviceSetting, variableOf } from '@open-banking/config';
import { issuerContracts, type ReadinessProblem } from '@open-banking/contracts';
import { type Database, migrationFolders, migrationNames, missingMigrations, statement, withTimeBudget } from '@open-banking/database';
import { type Issuer, type Service, issuerHomes, operationsOf } from '@open-banking/spec';
import { errorReason, masked } from '@open-banking/telemetry';

/** Finds out what is wrong now with one thing a service needs; undefined: nothing. */
export type DependencyCheck = () => Promise<ReadinessProblem | undefined>;

const alive = statement<{ one: number }>('health.alive', 'select 1 as one');

/** Results about the schema and issuers are kept: they rarely change, and requests notice themselves when an issuer is away. */
const keptMs = 5_000;

/** A check that counts as passed for a while after it has passed; what fails is asked again each time. */
function kept(check: (passed: () => void) => Promise<ReadinessProblem | undefined>): DependencyCheck {
  let until = 0;
  return async () => {
    if (performance.now() < until) return undefined;
    return check(() => {
      until = performance.now() + keptMs;
    });
  };
}

/** How long a check waits; checks run side by side. A gateway gives up after two seconds. */
const maxMs = 900;

/** The result of `work`, or an error after `maxMs`. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${maxMs} ms`));
    }, maxMs);
  });
  try {
    return await Promise.race([withTimeBudget(maxMs, work), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the service's own database. Without it nothing can be answered. */
export const databaseCheck =
  (database: Database): DependencyCheck =>
  async () => {
    try {
      await inTime(() => database.row(alive));
      return undefined;
    } catch (error) {
      return { dependency: 'database', problem: `PostgreSQL cannot be queried: ${masked(errorReason(error))}`, blocks: true };
    }
  };

/** Asks the standby that reads may go to. Without it the primary answers them all, so it never blocks. */
export const standbyCheck =
  ({ standby }: Database): DependencyCheck =>
  async () => {
    if (!standby) return undefined;
    const problem = await inTime(() => standby.problem()).catch(errorReason);
    return problem === undefined ? undefined : { dependency: 'DATABASE_READ_URL', problem: masked(problem), blocks: false };
  };

/**
 * Compares the schema with the migrations of this release. Code that is newer than its schema would fail at what only the new schema has,
 * so it is not ready until `openbank prepare` of its release has run. Where the database itself cannot be asked, `databaseCheck` says so.
 */
export function schemaCheck(service: Service, database: Database, sandbox: boolean): DependencyCheck {
  const names = migrationNames(migrationFolders(service, sandbox));
  return kept(async (passed) => {
    const missing = await inTime(() => missingMigrations(database, names)).catch(() => undefined);
    if (missing?.length === 0) passed();
    if (!missing?.length) return undefined;
    return {
      dependency: 'schema',
      problem: `The schema of ${service} is older than this code: run openbank prepare of this release. Not applied: ${missing.join(', ')}`,
      blocks: true,
    };
  });
}

/** The other services that this one asks about tokens: the issuers of its operations, and ais-pis, which alone knows the clients. */
function issuersAsked(service: Service): Map<Service, Issuer> {
  const issuers: Issuer[] = ['consents', ...operationsOf(service).flatMap(({ token }) => (token ? [token.issuer] : []))];
  return new Map(issuers.map((issuer) => [issuerHomes[issuer].service, issuer] as const).filter(([home]) => home !== service));
}

/** Asks each issuer about a token that does not exist. */
export const issuerChecks = (service: Service, calls: InternalCalls): DependencyCheck[] =>
  [...issuersAsked(service)].map(([home, issuer]) => {
    let hasAnswered = false;
    return kept(async (passed) => {
      try {
        const answer = await inTime(() => calls.call(home, issuerContracts.introspectToken, { body: { issuer, token: 'readiness' } }));
        if (answer === undefined)
          return blocking(home, `${addressSetting(home)} leads to something else: it does not know introspectToken`);
        hasAnswered = true;
        passed();
        return undefined;
      } catch (error) {
        return issuerProblem(service, home, failureOf(error), hasAnswered);
      }
    });
  });

/**
 * A refused key and an address that has never worked are faults of this process: another replica may be right. An issuer that has
 * answered before is away for all replicas alike, and taking them all out of service would replace a clear 503 by the gateway's.
 */
function issuerProblem(service: Service, home: Service, { reason, cause }: InternalCallFailure, hasAnswered: boolean): ReadinessProblem {
  const key = `${service}.private.jwk.json`;
  if (reason === 'unsigned') return blocking(home, `KEYS_DIR: ${key} cannot be used: ${causeOf(cause)}`);
  if (reason === 'refused')
    return blocking(home, `${home} refuses this service's key: ${key} in KEYS_DIR must belong to ${service}.public.jwk.json at ${home}`);
  const problem = `${home} does not answer at ${addressSetting(home)} (${causeOf(cause)})`;
  return hasAnswered ? { dependency: home, problem, blocks: false } : blocking(home, `${problem} and has not since this service started`);
}

const blocking = (dependency: string, problem: string): ReadinessProblem => ({ dependency, problem, blocks: true });
const addressSetting = (home: Service): string => variableOf(serviceSetting(home, 'InternalUrl'));

function failureOf(error: unknown): InternalCallFailure {
  const { detail } = error as { detail?: unknown };
  return detail instanceof InternalCallFailure ? detail : new InternalCallFailure('no answer', 'unanswered', { cause: error });
}

/** The innermost cause: what fetch throws says nothing itself, and an address may hold a password. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, code } = error as NodeJS.ErrnoException;
  if (cause !== undefined) return causeOf(cause);
  return code ?? masked(error.message);
}
