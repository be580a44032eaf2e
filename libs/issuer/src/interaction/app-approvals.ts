import type { SignedPort } from '@open-banking/commands';
import type { BankClock, Database } from '@open-banking/database';
import { randomInt, randomUUID } from 'node:crypto';
import type { ApprovalMessage } from './approval-message.js';
import {
  askApp,
  claimAppDelivery,
  findAppApproval,
  settleAppDelivery,
  withdrawAppApprovals,
  type AppApproval,
} from './app-approvals.statements.js';
import { codesPerJourney } from './approval-code.js';
import type { JourneyKey } from './journeys.statements.js';

/** A request that did not arrive is sent again by whoever looks for its answer, not more often than this. */
const againMs = 4_000;

export interface AppParts {
  readonly port: SignedPort;
  /** How long the app has to answer. */
  readonly minutes: number;
  /** Where the app sends its answers. */
  readonly answerTo: string;
  /** Where a page plays the app: the sandbox. */
  readonly page?: string | undefined;
  /** Told of each request that did not arrive. */
  readonly failed: (error: unknown) => void;
}

export type AppState = 'waiting' | 'expired' | 'approved' | 'refused';

/** What the bank's own app is asked, one request after the other of a journey, and what it has answered. */
export class AppApprovals {
  constructor(
    private readonly parts: { readonly database: Database; readonly clock: BankClock },
    private readonly app: AppParts,
  ) {}

  /** Undefined: the app was asked as often as one request may. Whether it was reached shows in what `last` finds. */
  async ask(
    key: JourneyKey,
    psuId: string,
    about: Buffer,
    chosen: readonly string[],
    approvalMessage: ApprovalMessage,
  ): Promise<AppApproval | undefined> {
    const { clock, database } = this.parts;
    const approvalId = randomUUID();
    const expiresAt = new Date(clock.now().getTime() + this.app.minutes * 60_000);
    const bindingMessage = String(randomInt(10_000)).padStart(4, '0');
    const message = JSON.stringify({ approvalId, psuId, bindingMessage, expiresAt, answerTo: this.app.answerTo, ...approvalMessage });
    const asked = await database.transaction(async (tx) => {
      await tx.rows(withdrawAppApprovals, ...key, clock.now());
      return tx.row(
        askApp,
        ...key,
        approvalId,
        psuId,
        about,
        chosen,
        approvalMessage.factsHash,
        bindingMessage,
        message,
        expiresAt,
        codesPerJourney,
      );
    });
    if (!asked) return undefined;
    await this.deliver(approvalId);
    return this.last(key, psuId);
  }

  async last(key: JourneyKey, psuId: string): Promise<AppApproval | undefined> {
    return this.parts.database.row(findAppApproval, ...key, psuId);
  }

  /** The same, and sent again where it has not arrived. */
  async look(key: JourneyKey, psuId: string): Promise<AppApproval | undefined> {
    const found = await this.last(key, psuId);
    if (!found || found.delivered || this.appState(found) !== 'waiting') return found;
    await this.deliver(found.approvalId);
    return this.last(key, psuId);
  }

  /** What the app was asked of these very facts, while there is something to wait for or to go on with. */
  async askedOf(key: JourneyKey, psuId: string, about: Buffer): Promise<{ readonly asked?: AppApproval & { readonly openAt?: string } }> {
    const last = await this.last(key, psuId);
    if (!last?.about.equals(about) || this.appState(last) === 'expired') return {};
    const { page } = this.app;
    return { asked: { ...last, ...(page !== undefined && { openAt: `${page}?approval=${last.approvalId}` }) } };
  }

  appState({ decision, expiresAt }: AppApproval): AppState {
    return decision ?? (expiresAt > this.parts.clock.now() ? 'waiting' : 'expired');
  }

  async withdraw(key: JourneyKey): Promise<void> {
    await this.parts.database.rows(withdrawAppApprovals, ...key, this.parts.clock.now());
  }

  /** Outside any transaction: the app may take its time. Its answer may come before it says that the request has arrived. */
  private async deliver(approvalId: string): Promise<void> {
    const { database } = this.parts;
    const claimed = await database.row(claimAppDelivery, approvalId, new Date(), new Date(Date.now() - againMs));
    if (!claimed) return;
    const arrived = await this.app.port.post(JSON.parse(claimed.message) as object).then(
      () => true,
      (error: unknown) => {
        this.app.failed(error);
        return false;
      },
    );
    if (arrived) await database.rows(settleAppDelivery, approvalId, new Date());
  }
}
