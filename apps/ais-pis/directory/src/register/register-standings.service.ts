import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import type { WorkerContext, BackgroundWorker } from '@open-banking/commands';
import { RecurringWork } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { queryRegister, type RegisterEntry } from './authorisation-register.js';
import { RegisterSettings } from './register.settings.js';
import {
  claimDue,
  countStandings,
  forgetStandings,
  noteOrganizations,
  shortenStandings,
  storeStanding,
} from './register-standings.statements.js';

const batchSize = 10;
const maxPauseMs = 5_000;
const maxRetrySeconds = 10;

/**
 * Stores the standing of clients' organizations in the authorisation register and refreshes it after half of the maximum age.
 * No request waits for the register, and an outage shorter than the other half has no effect. All replicas share the work
 * through the table.
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
    return url === undefined ? undefined : Math.min(maxPauseMs, maxAge * 100);
  }

  async startWork({ report, gauge }: Pick<WorkerContext, 'report' | 'gauge'>): Promise<void> {
    this.#report = report;
    const { authorisationRegisterUrl: url, authorisationRegisterMaxAgeSeconds: maxAge } = this.settings;
    if (url === undefined) return void (await this.database.rows(forgetStandings));
    gauge(
      {
        name: 'openbank_register_standings',
        help: "Organizations of clients by their standing in the authorisation register. unknown: the last response is older than the maximum age, and the organization's clients are stopped.",
        labels: ['state'],
      },
      async () => (await this.database.rows(countStandings)).map(({ state, count }) => ({ labels: { state }, value: count })),
    );
    await this.database.rows(shortenStandings, maxAge);
    // Before the first request is served: on the first start with a register no standing is known.
    await this.askDue().catch((error: unknown) => {
      report({ event: 'the authorisation register cannot be queried: clients stay active until their last standing is too old' }, error);
    });
  }

  /** Queries the register for a new client and refuses an organization or roles it does not authorise. Does nothing without a register. */
  async admit({ organization, roles }: { readonly organization?: string; readonly roles: readonly string[] }): Promise<void> {
    const { authorisationRegisterUrl: url } = this.settings;
    if (url === undefined) return;
    if (organization === undefined) throw fault('/organization', 'is required: this bank looks it up in the authorisation register');
    const entry = await this.#ask(url, organization).catch((error: unknown) => {
      throw new Refusal(
        [{ code: 'SERVICE_UNAVAILABLE', text: 'The authorisation register does not respond for this organization. Try again later.' }],
        error,
        { retryAfterSeconds: maxRetrySeconds },
      );
    });
    if (entry.status !== 'authorised')
      throw fault('/organization', `is not authorised: its status in the authorisation register is ${entry.status}`);
    const refused = roles.filter((role) => !entry.roles?.includes(role));
    if (refused.length > 0)
      throw fault('/roles', `contains ${refused.join(', ')}, which the authorisation register does not grant to this organization`);
  }

  /** Asks about all organizations that are due. Stops when the register fails for one: the rest is tried in a later round. */
  @RecurringWork('ask-authorisation-register', { everyMs: ({ roundMs }: RegisterStandingsService) => roundMs })
  async askDue(): Promise<void> {
    const { authorisationRegisterUrl: url, authorisationRegisterMaxAgeSeconds: maxAge } = this.settings;
    if (url === undefined) return;
    await this.database.rows(noteOrganizations);
    for (;;) {
      const due = await this.database.rows(claimDue, maxAge / 2, Math.min(maxRetrySeconds, maxAge / 5), batchSize);
      const results = await Promise.allSettled(due.map(({ organization }) => this.#ask(url, organization, this.#report)));
      const failed = results.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      if (due.length < batchSize) return;
    }
  }

  async #ask(url: string, organization: string, report?: WorkerContext['report']): Promise<RegisterEntry> {
    const startedAt = performance.now();
    const entry = await queryRegister(url, organization);
    const { status, roles = [], asOf = null } = entry;
    const ageSeconds = (performance.now() - startedAt) / 1_000;
    const stored = await this.database.row(
      storeStanding,
      organization,
      status,
      roles,
      asOf,
      ageSeconds,
      this.settings.authorisationRegisterMaxAgeSeconds,
    );
    if (stored?.changed) report?.({ event: 'standing changed in the authorisation register', organization, status, roles });
    return entry;
  }
}

const fault = (path: string, text: string): Refusal => new Refusal([{ code: 'FORMAT_ERROR', path, text }]);
