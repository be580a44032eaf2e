import { processorTree } from './process-tree.mjs';

const minMs = 1_000;
const isWorker = (command) => command.includes('jest-worker/build/processChild');

/**
 * Shares out the processor time of what jest's main process starts (banks and PostgreSQL of the run, and jest itself) among the files that
 * run meanwhile, in equal parts: with one file at a time (`--maxWorkers=1`) it is exact. A file that runs within the main process has that
 * time already.
 */
export class RunShare {
  #running = new Set();
  #since = new Set();
  #shares = new Map();
  #workers = new Map();
  #before = 0;
  #readAt = -Infinity;

  started(file) {
    this.#running.add(file);
    this.#since.add(file);
    this.#read();
  }

  ended(file) {
    this.#running.delete(file);
    this.#read();
  }

  /** Seconds by file. */
  shares() {
    this.#read(0);
    return this.#shares;
  }

  /** Not at each file: reading /proc takes some milliseconds. */
  #read(minElapsedMs = minMs) {
    if (performance.now() - this.#readAt < minElapsedMs) return;
    this.#readAt = performance.now();
    const tree = processorTree(process.pid, isWorker);
    if (!tree) return;
    // A worker that has ended is part of the total: what it had used when it was last seen is not the rest's.
    for (const [pid, seconds] of tree.apart) this.#workers.set(pid, seconds);
    if (this.#workers.size === 0) return;
    const rest = tree.total - [...this.#workers.values()].reduce((sum, seconds) => sum + seconds, 0);
    const part = Math.max(0, rest - this.#before) / this.#since.size;
    this.#before = Math.max(rest, this.#before);
    for (const file of this.#since) this.#shares.set(file, (this.#shares.get(file) ?? 0) + part);
    this.#since = new Set(this.#running);
  }
}
