import type { ReadinessProblem } from '@open-banking/contracts';
import type { InternalCalls } from '@open-banking/access';
import type { WorkerContext } from '@open-banking/commands';
import type { ServiceSettings } from '@open-banking/config';
import type { Database } from '@open-banking/database';
import type { Service } from '@open-banking/spec';
import { checkCertificates, type CertificateState } from './certificate-check.js';
import { databaseCheck, issuerChecks, schemaCheck, standbyCheck, type DependencyCheck } from './dependency-checks.js';

/** However many ask, the checks run about once a second. */
const keptForMs = 1_000;

/** Checks the dependencies of a service: once a second at most, and bounded in time. */
export class ReadinessService {
  private readonly checks: readonly DependencyCheck[];
  private last?: { readonly at: number; readonly state: Promise<CertificateState> };
  private report?: WorkerContext['report'];
  private reported = '[]';

  constructor(
    service: Service,
    database: Database,
    calls: InternalCalls,
    private readonly settings: ServiceSettings,
  ) {
    this.checks = [
      databaseCheck(database),
      standbyCheck(database),
      schemaCheck(service, database, settings.sandbox),
      ...issuerChecks(service, calls),
    ];
  }

  async startWork({ report }: Pick<WorkerContext, 'report'>): Promise<void> {
    this.report = report;
  }

  /** All problems, those of certificates included, and the certificates that expire soon: of now, or of less than a second ago. */
  state(): Promise<CertificateState> {
    const at = performance.now();
    if (!this.last || at - this.last.at >= keptForMs) this.last = { at, state: this.check() };
    return this.last.state;
  }

  private async check(): Promise<CertificateState> {
    const [certificates, ...found] = await Promise.all([checkCertificates(this.settings), ...this.checks.map((check) => check())]);
    const problems = [...found.filter((problem) => problem !== undefined), ...certificates.problems];
    this.log(problems);
    return { ...certificates, problems };
  }

  /** One line when the problems change. */
  private log(problems: readonly ReadinessProblem[]): void {
    const summary = JSON.stringify(problems.map(({ dependency, blocks }) => [dependency, blocks]));
    if (summary === this.reported) return;
    this.reported = summary;
    this.report?.({ event: eventOf(problems), problems });
  }
}

function eventOf(problems: readonly ReadinessProblem[]): string {
  if (problems.some(({ blocks }) => blocks)) return 'not ready';
  return problems.length > 0 ? 'ready, but degraded' : 'ready';
}

/** Set on SIGTERM: no longer ready, still listening for `DRAIN_MS`, alive until the last answer is out. */
export class Draining {
  started = false;
}
