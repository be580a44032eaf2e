import { setTimeout as pause } from 'node:timers/promises';
import { freeze, signalProcess } from './process-signals.js';

/** A process, and what settles when it is gone. */
export interface Life {
  readonly pid: number;
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * What happens to a process: `kill`: SIGKILL, nothing is finished, nothing said; `hang`: SIGSTOP for some seconds, it
 * answers nothing and loses nothing; `stop`: told to stop, as in a rolling restart; `abort` (PostgreSQL): SIGQUIT, its
 * immediate shutdown, which cuts every session and recovers from its log at the next start.
 */
export type Trouble = 'kill' | 'hang' | 'stop' | 'abort';

/** Something that meets trouble at any moment, and comes back at the same address. */
export class Reviving {
  readonly troubles = new Map<Trouble, number>();
  #life?: Life | undefined;
  #coming: Promise<unknown> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly start: () => Promise<Life>,
  ) {}

  get alive(): boolean {
    return this.#life !== undefined;
  }

  /** Settles when it runs (again). */
  async up(): Promise<void> {
    await this.#coming;
  }

  async begin(): Promise<void> {
    this.#life = await this.start();
  }

  /** Settles when it is well again. */
  async meet(trouble: Trouble, hangMs = 1_000): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#life = undefined;
    this.troubles.set(trouble, (this.troubles.get(trouble) ?? 0) + 1);
    this.#coming = trouble === 'hang' ? this.hang(life, hangMs) : end(life, trouble).then(() => this.again());
    await this.up();
  }

  async stop(): Promise<void> {
    await this.#coming.catch(() => undefined);
    const life = this.#life;
    this.#life = undefined;
    await life?.stop();
  }

  private async hang(life: Life, ms: number): Promise<void> {
    const goOn = freeze(life.pid);
    await pause(ms);
    goOn();
    this.#life = life;
  }

  /** A start that fails because something it needs was in trouble just then is made again. */
  private async again(): Promise<void> {
    for (let tries = 20; ; tries -= 1) {
      try {
        return await this.begin();
      } catch (error) {
        if (tries === 0) throw error;
      }
    }
  }
}

const signals = { kill: 'SIGKILL', abort: 'SIGQUIT' } as const;

async function end(life: Life, trouble: Exclude<Trouble, 'hang'>): Promise<void> {
  if (trouble === 'stop') return life.stop();
  signalProcess(life.pid, signals[trouble]);
  await life.ended;
}
