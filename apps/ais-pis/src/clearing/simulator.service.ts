import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { BankClock, Database } from '@open-banking/database';
import type { Surroundings, Works } from '@open-banking/http';
import { SETTINGS, WhenDue, type ServiceSettings } from '@open-banking/service';
import { ClearingService } from '../payments/execution/clearing.service.js';
import { answersDue, forgetReturn, planReturn, returnsDue, type ToAnswer } from './simulator.statements.js';

const everyMs = 250;
const found = 200;
const atOnce = 5;

/**
 * The sandbox's clearing: it reads what the bank has told and answers through the same service as a real connector. It
 * remembers nothing but what is in the database, so any replica may answer, and one that dies is missed by nobody.
 */
@Injectable()
export class ClearingSimulator implements Works {
  readonly #leaving = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database, private readonly clock: BankClock, private readonly clearing: ClearingService, @Inject(SETTINGS) private readonly settings: ServiceSettings) {}

  async beginWork({ report }: Surroundings): Promise<void> {
    if (this.settings.sandbox) this.#work = this.#run((error) => { report({ event: 'clearing cannot be simulated' }, error); });
  }

  async endWork(): Promise<void> {
    this.#leaving.abort();
    await this.#work;
  }

  /** Answers all that is due, also when the clock was moved. One that cannot be answered holds up no other. */
  @WhenDue()
  async answerDue(): Promise<void> {
    if (!this.settings.sandbox) return;
    const failed = [...await this.#answer(), ...await this.#return()];
    if (failed.length > 0) throw failed[0];
  }

  async #run(onFault: (error: unknown) => void): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      await this.answerDue().catch(onFault);
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #answer(): Promise<unknown[]> {
    const failed: unknown[] = [];
    let due: ToAnswer[];
    let after: string | null = null;
    do {
      due = await this.database.rows(answersDue, this.clock.today(), this.clock.now(), after, found);
      failed.push(...await eachOf(due, (one) => this.#answerOne(one)));
      after = due.at(-1)?.instructionId ?? null;
    } while (due.length === found);
    return failed;
  }

  async #answerOne({ instructionId, answer, reason, afterMs }: ToAnswer): Promise<void> {
    if (answer === 'rejected') return void await this.clearing.rejected(instructionId, reason!);
    if (answer === 'returned') await this.database.rows(planReturn, instructionId, reason!, new Date(this.clock.now().getTime() + afterMs));
    await this.clearing.accepted(instructionId);
  }

  async #return(): Promise<unknown[]> {
    const due = await this.database.rows(returnsDue, this.clock.now(), found);
    return eachOf(due, async ({ instructionId, reason }) => {
      await this.clearing.returned(instructionId, reason);
      await this.database.rows(forgetReturn, instructionId);
    });
  }
}

/** Some at once; returns what was thrown. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<unknown[]> {
  const failed: unknown[] = [];
  for (let at = 0; at < all.length; at += atOnce) {
    const done = await Promise.allSettled(all.slice(at, at + atOnce).map(work));
    failed.push(...done.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown));
  }
  return failed;
}
