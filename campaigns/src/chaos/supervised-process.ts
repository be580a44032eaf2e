import { setTimeout as pause } from 'node:timers/promises';
import { freeze, signalProcess } from '@open-banking/sandbox/process-signals';

/** A running process. `ended` resolves when it is gone. */
export interface ProcessHandle {
  readonly pid: number;
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * A fault injected into a process. `kill`: SIGKILL, without any clean-up. `hang`: SIGSTOP for some seconds; the process
 * answers nothing and loses nothing. `stop`: an orderly stop, as in a rolling restart. `abort` (PostgreSQL): SIGQUIT, an
 * immediate shutdown that cuts every session; the next start recovers from the write-ahead log. `killInGroup`: it was killed by
 * what it was loaded with (kill-in-group.ts), within a group of payments. `died`: it was killed by its own misbehaviour.
 */
export type Fault = 'kill' | 'hang' | 'stop' | 'abort' | 'killInGroup' | 'died';
export type InjectedFault = Exclude<Fault, 'killInGroup' | 'died'>;

/** A process into which faults are injected, and which is restarted at the same address. */
export class SupervisedProcess {
  readonly faults = new Map<Fault, number>();
  #life?: ProcessHandle | undefined;
  #coming: Promise<unknown> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly spawn: () => Promise<ProcessHandle>,
    /** The fault of a process that dies by itself. */
    private readonly ownFault: Fault = 'killInGroup',
  ) {}

  get isRunning(): boolean {
    return this.#life !== undefined;
  }

  /** Resolves when the process runs (again). */
  async whenRunning(): Promise<void> {
    await this.#coming;
  }

  async start(): Promise<void> {
    const life = (this.#life = await this.spawn());
    void life.ended.then(() => {
      if (this.#life === life) this.diedByItself();
    });
  }

  /** Injects a fault. Resolves when the process runs again. */
  async inject(fault: InjectedFault, hangMs = 1_000): Promise<void> {
    const process = this.#life;
    if (!process) return;
    this.#life = undefined;
    this.count(fault);
    this.#coming = fault === 'hang' ? this.hang(process, hangMs) : end(process, fault).then(() => this.restart());
    await this.whenRunning();
  }

  async stop(): Promise<void> {
    await this.#coming.catch(() => undefined);
    const process = this.#life;
    this.#life = undefined;
    await process?.stop();
  }

  private count(fault: Fault): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  private diedByItself(): void {
    this.#life = undefined;
    this.count(this.ownFault);
    this.#coming = this.restart();
  }

  private async hang(process: ProcessHandle, ms: number): Promise<void> {
    const resume = freeze(process.pid);
    await pause(ms);
    resume();
    this.#life = process;
  }

  /** Retries a start that fails, because a process it depends on may be down at that moment. */
  private async restart(): Promise<void> {
    for (let retries = 20; ; retries -= 1) {
      try {
        return await this.start();
      } catch (error) {
        if (retries === 0) throw error;
      }
    }
  }
}

const signals = { kill: 'SIGKILL', abort: 'SIGQUIT' } as const;

async function end(process: ProcessHandle, fault: Exclude<InjectedFault, 'hang'>): Promise<void> {
  if (fault === 'stop') return process.stop();
  signalProcess(process.pid, signals[fault]);
  await process.ended;
}
