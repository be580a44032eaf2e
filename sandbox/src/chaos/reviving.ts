/** A process, and what settles when it is gone. */
export interface Life { readonly pid: number; readonly ended: Promise<unknown>; stop(): Promise<void> }

/** Something that is killed at any moment, and comes back at the same address. */
export class Reviving {
  kills = 0;
  #life?: Life | undefined;
  #coming: Promise<unknown> = Promise.resolve();

  constructor(readonly name: string, private readonly start: () => Promise<Life>) {}

  get alive(): boolean { return this.#life !== undefined; }

  /** Settles when it runs (again). */
  async up(): Promise<void> { await this.#coming; }

  async begin(): Promise<void> { this.#life = await this.start(); }

  /** SIGKILL: nothing is finished, nothing said. It begins again at once. */
  async kill(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#life = undefined;
    this.kills += 1;
    process.kill(life.pid, 'SIGKILL');
    this.#coming = life.ended.then(() => this.#again());
    await this.up();
  }

  async stop(): Promise<void> {
    await this.#coming.catch(() => undefined);
    const life = this.#life;
    this.#life = undefined;
    await life?.stop();
  }

  /** A start that fails because something it needs was killed just then is made again. */
  async #again(): Promise<void> {
    for (let tries = 20; ; tries -= 1) {
      try {
        return await this.begin();
      } catch (error) {
        if (tries === 0) throw error;
      }
    }
  }
}
