import type pg from 'pg';
import { Actor, type Role } from './actor.js';
import type { GateListener, WaitingActor } from './gate-server.js';
import type { Turns } from './turns.js';

/** How long an actor that goes on may say nothing before it is asked whether it waits for a lock. */
const silenceMs = 2;
/** An actor that says nothing for so long and waits for no lock waits for another one within the service. */
const stuckMs = 1_500;
/** No run takes so long. */
const maxMs = 60_000;

/** Of these connections, those that wait for a lock of one of those. Waiting for others is no business of the scheduler: it passes. */
const blockedOf = 'select pid from unnest($1::int[]) pid where pg_blocking_pids(pid) && $2::int[]';

/** One turn: who has gone on, and with what. */
export interface Step {
  readonly actor: string;
  readonly statement: string;
}

/** Lets the actors of a story go on one at a time. A run is a function of its turns. */
export class Interleaving implements GateListener {
  #wake: () => void = () => undefined;
  readonly #held: WaitingActor[] = [];
  #actors: readonly Actor[] = [];
  #holdsAll = false;
  #heldAbout: string | undefined;
  #heldTask: string | undefined;
  #fault: string | undefined;
  /** Has a service run recurring work now. */
  runTask: (service: string, task: string) => void = () => undefined;

  constructor(private readonly pool: pg.Pool) {}

  /** From now on jobs that are about this wait, to be actors. */
  holdJobs(about: string): void {
    this.#heldAbout = about;
  }

  /** From now on runs of this recurring work wait for an actor's: what the story prepares is its. */
  holdTask(task: string): void {
    this.#heldTask = task;
  }

  /** Whether a job waits that is about this. */
  holdsJob(about: string): boolean {
    return this.#held.some((waiting) => isJob(waiting, about));
  }

  /** Runs the actors by these turns. Other jobs and recurring work wait meanwhile. Throws if an actor cannot do its part. */
  async run(roles: readonly Role[], turnsOf: (actors: readonly string[]) => Turns<string>): Promise<Step[]> {
    const actors = (this.#actors = roles.map((role) => new Actor(role)));
    const turns = turnsOf(actors.map(({ name }) => name));
    const steps: Step[] = [];
    this.#holdsAll = true;
    this.#fault = undefined;
    try {
      for (const until = performance.now() + maxMs; ;) {
        await this.#settle();
        if (actors.every(({ hasEnded }) => hasEnded)) break;
        if (performance.now() > until) throw new Error(`a run does not end: ${listOf(steps)}`);
        const able = actors.filter(({ isAble }) => isAble).map(({ name }) => name);
        // All wait for each other: PostgreSQL ends one (deadlock), or a time limit does.
        if (able.length === 0) await this.#event(silenceMs);
        else steps.push(this.#turn(turns.next(able, steps.length + 1)));
      }
    } finally {
      this.#release();
    }
    if (this.#fault !== undefined) throw new Error(this.#fault);
    const failed = actors.find(({ error }) => error !== undefined);
    if (failed) throw new Error(`${failed.name} cannot do its part after ${listOf(steps)}`, { cause: failed.error });
    return steps;
  }

  asked(waiting: WaitingActor & { readonly key: string }): void {
    const { asked, key } = waiting;
    if (asked.kind === 'statement') {
      const actor = this.#actors.find((one) => one.has(asked.actor));
      if (!actor || actor.hasEnded) return void waiting.go();
      actor.park({ key, statement: asked.statement, backend: asked.backend, waiting });
    } else if (!this.#beginsTask(waiting)) {
      if (this.#holdsAll || this.#isHeld(waiting)) this.#held.push(waiting);
      else waiting.go();
    }
    this.#wake();
  }

  done(key: string): void {
    for (const actor of this.#actors) if (actor.done(key)) break;
    this.#wake();
  }

  ended(id: string): void {
    this.#end(this.#actors.find((actor) => actor.has(id)));
  }

  fault(text: string): void {
    this.#fault = text;
  }

  /** The run of recurring work that an actor has asked for. */
  #beginsTask(waiting: WaitingActor): boolean {
    const { asked } = waiting;
    if (asked.kind !== 'task') return false;
    const actor = this.#actors.find(({ role: { play }, hasBegun, running, hasEnded }) => {
      return 'task' in play && play.task === asked.task && hasBegun && !hasEnded && running.length === 0;
    });
    if (!actor || actor.isTask) return false;
    actor.isTask = true;
    waiting.go(actor.requestId());
    return true;
  }

  #isHeld(waiting: WaitingActor): boolean {
    const { asked } = waiting;
    if (asked.kind === 'task') return asked.task === this.#heldTask;
    return this.#heldAbout !== undefined && isJob(waiting, this.#heldAbout);
  }

  #turn(name: string): Step {
    const actor = this.#actors.find((one) => one.name === name)!;
    if (actor.hasBegun) return { actor: name, statement: actor.go() };
    actor.hasBegun = true;
    this.#begin(actor);
    return { actor: name, statement: 'begins' };
  }

  #begin(actor: Actor): void {
    const { play } = actor.role;
    if ('task' in play) return this.runTask(play.service ?? 'ais-pis', play.task);
    if ('job' in play) {
      const at = this.#held.findIndex((waiting) => isJob(waiting, play.job));
      if (at < 0) throw new Error(`no job waits that is about ${play.job}`);
      return this.#held.splice(at, 1)[0]!.go(actor.requestId());
    }
    void play
      .requests(actor.requestId)
      .catch((error: unknown) => {
        actor.error = error;
      })
      .then(() => {
        this.#end(actor);
      });
  }

  #end(actor: Actor | undefined): void {
    if (!actor) return;
    actor.hasEnded = true;
    actor.release();
    this.#wake();
  }

  /** Waits until every actor has ended, waits for its turn, or waits for another one. */
  async #settle(): Promise<void> {
    for (let quietSince = performance.now(); ;) {
      const underWay = this.#actors.filter(({ isUnderWay }) => isUnderWay);
      if (underWay.length === 0) return;
      // Who was blocked before is asked at once, whether that is over.
      if (!underWay.every(({ isBlocked }) => isBlocked) && (await this.#event(silenceMs))) {
        quietSince = performance.now();
        continue;
      }
      await this.#noteBlocked(underWay);
      if (performance.now() - quietSince > stuckMs) for (const actor of underWay) actor.isStuck = !actor.isBlocked;
      if (underWay.every(({ isBlocked, isStuck, isUnderWay }) => isUnderWay && (isBlocked || isStuck))) return;
    }
  }

  async #noteBlocked(underWay: readonly Actor[]): Promise<void> {
    const asked = underWay.flatMap(({ running }) => running);
    if (asked.length === 0) return;
    const { rows } = await this.pool.query<{ pid: number }>(blockedOf, [asked, this.#actors.flatMap(({ backends }) => backends)]);
    const blocked = rows.map(({ pid }) => pid);
    for (const actor of underWay) actor.isBlocked = actor.running.length > 0 && actor.running.every((pid) => blocked.includes(pid));
  }

  /** Whether something comes within so many milliseconds. */
  #event(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, false);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  #release(): void {
    this.#holdsAll = false;
    this.#heldAbout = undefined;
    this.#heldTask = undefined;
    for (const actor of this.#actors) actor.release();
    for (const waiting of this.#held.splice(0)) waiting.go();
  }
}

const isJob = ({ asked }: WaitingActor, about: string): boolean => asked.kind === 'job' && JSON.stringify(asked.data).includes(about);

/** The turns of a run for people, a line each time another actor goes on. */
export function listOf(steps: readonly Step[]): string {
  const lines: string[] = [];
  let last: string | undefined;
  for (const { actor, statement } of steps) {
    if (actor === last) lines[lines.length - 1] += `, ${statement}`;
    else lines.push(`  ${actor}: ${statement}`);
    last = actor;
  }
  return lines.join('\n');
}
