import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import type { WorkerContext, BackgroundWorker } from '@open-banking/commands';
import { RecurringWork } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { askRegister, type RegisterEntry } from './authorisation-register.js';
import { RegisterSettings } from './register.settings.js';
import {
  claimDue,
  countStandings,
  forgetStandings,
  noteOrganizations,
  shortenStandings,
  storeStanding,
} from './register-standings.statements.js';

const mostAtOnce = 10;
const longestPauseMs = 5_000;
const longestRetrySeconds = 10;

/**
 * Keeps what the authorisation register says of the organizations of clients, and asks again when half of the bound on age has
 * passed: no request waits for the register, and one that is away for less than the other half is not noticed. All replicas
 * share the work by the table.
 */
@Injectable()
export class RegisterStandingsService implements BackgroundWorker {
  #report: WorkerContext['report'] = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: RegisterSettings,
  ) {}

  /** How often the service looks for organizations that are due; undefined without a register. */
  get roundMs(): number | undefined {
    const { authorisationRegisterUrl: url, authorisationRegisterMaxAgeSeconds: maxAge } = this.settings;
    return url === undefined ? undefined : Math.min(longestPauseMs, maxAge * 100);
  }

  async startWork({ report, gauge }: Pick<WorkerContext, 'report' | 'gauge'>): Promise<void> {
    this.#report = report;
    const { authorisationRegisterUrl: url, authorisationRegisterMaxAgeSeconds: maxAge } = this.settings;
    if (url === undefined) return void (await this.database.rows(forgetStandings));
    gauge(
      {
        name: 'register_standings',
        help: 'Organizations of clients by what the authorisation register says; unknown: it has not answered within the bound on age, and they are stopped.',
        labels: ['state'],
      },
      async () => (await this.database.rows(countStandings)).map(({ state, count }) => ({ labels: { state }, value: count })),
    );
    await this.database.rows(shortenStandings, maxAge);
    // Before the first request: at the first start with a register nothing is known yet.
    await this.askDue().catch((error: unknown) => {
      report({ event: 'the authorisation register cannot be asked: clients go on until the last answer about them is too old' }, error);
    });
  }

  /** Throws what is wrong with the organization or roles of a new client by the register, which is asked now; without a register, nothing. */
  async admit({ organization, roles }: { readonly organization?: string; readonly roles: readonly string[] }): Promise<void> {
    const { authorisationRegisterUrl: url } = this.settings;
    if (url === undefined) return;
    if (organization === undefined) throw fault('/organization', 'is required: this bank asks the authorisation register about it');
    const entry = await this.#ask(url, organization).catch((error: unknown) => {
      throw new Refusal(
        [{ code: 'SERVICE_UNAVAILABLE', text: 'The authorisation register does not answer for this organization: try again later.' }],
        error,
        { retryAfterSeconds: longestRetrySeconds },
      );
    });
    if (entry.status !== 'authorised') throw fault('/organization', `is not authorised: the authorisation register says ${entry.status}`);
    const refused = roles.filter((role) => !entry.roles?.includes(role));
    if (refused.length > 0)
      throw fault('/roles', `has ${refused.join(', ')}, which the authorisation register does not grant this organization`);
  }

  /** Asks about all organizations that are due. Stops when the register fails for one: the rest is tried in a later round. */
  @RecurringWork('ask-authorisation-register', { everyMs: ({ roundMs }: RegisterStandingsService) => roundMs })
  async askDue(): Promise<void> {
    const { authorisationRegisterUrl: url, authorisationRegisterMaxAgeSeconds: maxAge } = this.settings;
    if (url === undefined) return;
    await this.database.rows(noteOrganizations);
    for (;;) {
      const due = await this.database.rows(claimDue, maxAge / 2, Math.min(longestRetrySeconds, maxAge / 5), mostAtOnce);
      const asked = await Promise.allSettled(due.map(({ organization }) => this.#ask(url, organization, this.#report)));
      const failed = asked.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      if (due.length < mostAtOnce) return;
    }
  }

  async #ask(url: string, organization: string, report?: WorkerContext['report']): Promise<RegisterEntry> {
    const begun = performance.now();
    const entry = await askRegister(url, organization);
    const { status, roles = [], asOf = null } = entry;
    const ageSeconds = (performance.now() - begun) / 1_000;
    const stored = await this.database.row(
      storeStanding,
      organization,
      status,
      roles,
      asOf,
      ageSeconds,
      this.settings.authorisationRegisterMaxAgeSeconds,
    );
    if (stored?.changed) report?.({ event: 'the authorisation register has changed what it says', organization, status, roles });
    return entry;
  }
}

const fault = (path: string, text: string): Refusal => new Refusal([{ code: 'FORMAT_ERROR', path, text }]);
