import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type BackgroundWorker, SignedExchange, SigningKeys, type WorkerContext } from '@open-banking/commands';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { issuerHomes } from '@open-banking/spec';
import { BookingOutboxService, waitAfter, CoreBankingSettings, LedgerSettings } from '@open-banking/ais-pis-ledger';
import { ClearingFileService } from '../clearing-file.service.js';
import { RecoveryWatchService } from '../recovery/recovery-watch.service.js';
import { CoreBankingPort, type InstructionAnswer } from './core-banking-port.js';
import {
  claimDeliveries,
  countDeliveries,
  instructionToDeliver,
  postponeDelivery,
  type Delivery,
} from './instruction-deliveries.statements.js';

const lookMs = 400;
/** Longer than an answer may take: whoever claims an instruction and dies has given it back by then. */
const claimedMs = 5_000;

type Outcome = 'answered' | 'pending' | 'failed';

/** Posts instructions to the core (CORE_URL) and asks again until each is answered. What is lost on the way is asked once more; the core knows it by its id. */
@Injectable()
export class InstructionDeliveriesService implements BackgroundWorker {
  readonly #underWay = new Set<Promise<void>>();
  #port: CoreBankingPort | undefined;
  #pumping: Promise<void> | undefined;
  #woken = Promise.withResolvers<void>();
  #stopping = false;
  #report: WorkerContext['report'] = () => undefined;
  #count: (outcome: Outcome) => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly clearing: ClearingFileService,
    private readonly outbox: BookingOutboxService,
    private readonly watch: RecoveryWatchService,
    private readonly keys: SigningKeys,
    private readonly ledgerSettings: LedgerSettings,
    private readonly settings: CoreBankingSettings,
    private readonly service: ServiceSettings,
  ) {}

  get delivers(): boolean {
    return this.ledgerSettings.ledger === 'core' && this.settings.coreUrl !== undefined;
  }

  async startWork(context: WorkerContext): Promise<void> {
    this.#measure(context);
    if (!this.delivers) return;
    const { coreUrl, coreKeysFile } = this.settings;
    if (coreKeysFile === undefined) throw new Error('CORE_URL is set, so CORE_KEYS_FILE must be too: the answers of the core are signed.');
    const issuer = `${this.service.baseUrl}${issuerHomes.payments.path}`;
    this.#port = new CoreBankingPort(new SignedExchange({ url: coreUrl!, keys: this.keys, issuer, keysFile: coreKeysFile }));
    this.#report = context.report;
    this.outbox.onInstructed(() => {
      this.#woken.resolve();
      void this.deliver().catch(() => undefined);
    });
  }

  async stopWork(): Promise<void> {
    this.#stopping = true;
    this.#woken.resolve();
    await this.#pumping?.catch(() => undefined);
  }

  /** Delivers all that is due, never twice at once. */
  @RecurringWork('instruct-core', {
    everyMs: ({ delivers }: InstructionDeliveriesService) => (delivers ? lookMs : undefined),
  })
  deliver(): Promise<void> {
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined;
    });
    return this.#pumping;
  }

  #measure({ gauge, counter }: WorkerContext): void {
    const count = counter({ name: 'openbank_core_asked_total', help: 'How often the core was asked, by outcome.', labels: ['outcome'] });
    this.#count = (outcome) => {
      count({ outcome });
    };
    const waiting = async () => (await this.database.row(countDeliveries, new Date()))!;
    gauge({ name: 'openbank_core_unanswered', help: 'Instructions that the core has not answered.', labels: [] }, async () => [
      { labels: {}, value: (await waiting()).waiting },
    ]);
    gauge({ name: 'openbank_core_oldest_unanswered_seconds', help: 'Age of the oldest of them.', labels: [] }, async () => [
      { labels: {}, value: (await waiting()).oldestSeconds },
    ]);
  }

  async #pump(): Promise<void> {
    const port = this.#port;
    if (!port) return;
    let claimed: readonly Delivery[];
    try {
      do {
        this.#woken = Promise.withResolvers();
        claimed = await this.#claimed();
        for (const delivery of claimed) this.#start(port, delivery);
        if (this.#underWay.size > 0) await Promise.race([...this.#underWay, this.#woken.promise, pause(lookMs, undefined, { ref: false })]);
      } while ((this.#underWay.size > 0 || claimed.length > 0) && !this.#stopping);
    } finally {
      await Promise.all(this.#underWay);
    }
  }

  async #claimed(): Promise<readonly Delivery[]> {
    const free = this.settings.coreConcurrency - this.#underWay.size;
    if (this.#stopping || this.watch.isOpen || free <= 0) return [];
    const claimed = await this.database.rows(claimDeliveries, new Date(), new Date(Date.now() + claimedMs), free);
    // A database that is restored from a backup is noticed by what the core has been told.
    await this.watch.noteInstruction(
      claimed
        .map(({ instructionId }) => instructionId)
        .sort()
        .at(-1),
    );
    return claimed;
  }

  #start(port: CoreBankingPort, delivery: Delivery): void {
    const asking = this.#ask(port, delivery)
      .catch((error: unknown) => this.#failed(delivery, error))
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(asking));
    this.#underWay.add(asking);
  }

  async #ask(port: CoreBankingPort, delivery: Delivery): Promise<void> {
    const { instructionId } = delivery;
    const answer = await this.#answerOf(port, delivery);
    if (!answer || answer.state === 'pending') {
      this.#count('pending');
      await this.#postpone(delivery, answer !== undefined);
      return;
    }
    const { state, reason } = answer;
    // Accepted, and its money had come back before the core was asked again.
    if (state === 'returned') await this.clearing.answer(instructionId, { answer: 'accepted' });
    await this.clearing.answer(instructionId, { answer: state, ...(reason !== undefined && { reason }) });
    this.#count('answered');
  }

  /** Undefined: the core has forgotten what it had taken, as one does that was restored from a backup. It is told once more. */
  async #answerOf(port: CoreBankingPort, { instructionId, taken }: Delivery): Promise<InstructionAnswer | undefined> {
    if (taken) return port.look(instructionId);
    const instruction = (await this.database.row(instructionToDeliver, instructionId))!;
    return port.instruct(instruction);
  }

  async #failed(delivery: Delivery, error: unknown): Promise<void> {
    this.#count('failed');
    this.#report({ event: 'the core does not answer', instructionId: delivery.instructionId }, error);
    await this.#postpone(delivery, delivery.taken);
  }

  async #postpone({ instructionId, asked }: Delivery, taken: boolean): Promise<void> {
    await this.database.rows(postponeDelivery, instructionId, taken, new Date(Date.now() + waitAfter(asked)));
  }
}
