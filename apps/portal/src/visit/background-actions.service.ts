import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { BackgroundWorker, WorkerContext } from '@open-banking/commands';
import { Database, outsideRequests, purgeAll } from '@open-banking/database';
import { asRefusal, isUuid, RecurringWork } from '@open-banking/http';
import { codes, Refusal } from '@open-banking/messages';
import type { Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { Developer } from './developer-sessions.service.js';
import { portalNotice } from './portal-page.js';
import { endAction, findAction, insertAction, purgeActions, renewAction, type ActionRow } from './background-actions.statements.js';

/** An action that ends within this time needs no page of its own. */
const quickMs = 700;
/** More than twice the longest wait for another service. */
const aliveSeconds = 20;
const renewEveryMs = 5_000;
const keptMs = 86_400_000;
/** An action that a stop of the service interrupts is shown as broken off. */
const stopMs = 5_000;

/** How an action ended: a sentence, and the page to which it leads. */
export interface ActionResult {
  readonly says: string;
  readonly goTo: string;
}

export interface Action {
  /** Shown while the action is under way, such as "Creating the customer…". */
  readonly title: string;
  /** The page to which a failure leads. */
  readonly back: string;
  readonly work: () => Promise<ActionResult>;
}

/**
 * Work that a form begins and that may take longer than a second. The form is answered at once with the page of the action, which refreshes
 * itself and leads on when the action has ended. The work goes on in this process, whatever the browser does.
 */
@Injectable()
export class BackgroundActionsService implements BackgroundWorker, OnApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();
  private context?: Pick<WorkerContext, 'report'>;
  /** Unexpected errors, until a page of this process has answered with them, so that the log has them with a request id. */
  private readonly errors = new Map<string, unknown>();

  constructor(private readonly database: Database) {}

  async startWork({ report }: WorkerContext): Promise<void> {
    this.context = { report };
  }

  /** Begins an action. Returns the address at which the browser goes on: the action's page, or where it leads if it has ended already. */
  async begin({ developerId }: Developer, action: Action): Promise<{ readonly goTo: string }> {
    const actionId = randomUUID();
    await this.database.rows(insertAction, actionId, developerId, action.title, action.back, aliveSeconds);
    const running = outsideRequests(() => this.run(actionId, action));
    this.running.add(running);
    void running.finally(() => this.running.delete(running));
    const end = await Promise.race([running, pause(quickMs, undefined, { ref: false })]);
    return { goTo: end === undefined ? developerPages.showAction.path.replace('{actionId}', actionId) : resultAddress(end, actionId) };
  }

  /** The developer's action with this id. Throws the unexpected error of one that failed in this process. */
  async find({ developerId }: Developer, actionId: string | undefined): Promise<ActionRow | undefined> {
    if (actionId === undefined || !isUuid(actionId)) return undefined;
    const row = await this.database.row(findAction, developerId, actionId);
    if (row && this.errors.has(actionId)) {
      const error = this.errors.get(actionId);
      this.errors.delete(actionId);
      throw error;
    }
    return row;
  }

  /** The end of the action that the address of a page names with `?action=`, as a notice for the top of that page. */
  async notice(developer: Developer, { action }: Readonly<Record<string, string | undefined>>): Promise<Html | undefined> {
    const row = await this.find(developer, action);
    return row?.says ? portalNotice(row.failed ? 'alert' : 'done', row.says) : undefined;
  }

  @RecurringWork('purge-developer-actions', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeActions, new Date(Date.now() - keptMs));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.race([Promise.allSettled(this.running), pause(stopMs, undefined, { ref: false })]);
  }

  /**
   * Never rejects: what no request waits for would end the process. Returns where the action leads; undefined if its end could not be
   * stored, so that it is shown as broken off once it is no longer renewed.
   */
  private async run(actionId: string, action: Action): Promise<string | undefined> {
    const timer = setInterval(() => void this.database.rows(renewAction, actionId, aliveSeconds).catch(() => undefined), renewEveryMs);
    try {
      const { failed, says, goTo } = await this.endOf(actionId, action);
      await this.database.rows(endAction, actionId, failed, says, goTo);
      return goTo;
    } catch (error) {
      this.context?.report({ event: 'the end of an action was not stored', actionId }, error);
      return undefined;
    } finally {
      clearInterval(timer);
    }
  }

  private async endOf(actionId: string, { back, work }: Action): Promise<ActionResult & { readonly failed: boolean }> {
    try {
      return { failed: false, ...(await work()) };
    } catch (error) {
      if (!(error instanceof Refusal)) this.errors.set(actionId, error);
      return { failed: true, says: reasonOf(error), goTo: back };
    }
  }
}

/** The page `goTo`, which shows the notice of the action. */
export const resultAddress = (goTo: string, actionId: string): string => `${goTo}${goTo.includes('?') ? '&' : '?'}action=${actionId}`;

const reasonOf = (error: unknown): string =>
  asRefusal(error)
    .faults.map(({ code, text }) => text ?? codes[code].text)
    .join(' ');
