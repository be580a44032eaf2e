import { relative } from 'node:path';

/** jest ends a worker by force that is there half a second after the request to end. */
const lookAfterMs = 300;
/** jest's message to end a worker (jest-worker: CHILD_MESSAGE_END). */
const isEnd = (message) => Array.isArray(message) && message[0] === 2;

const kindsOfHandles = /^(?:Pipe|TTY|TCPSocket|TCPServer|Process|UDP)Wrap$/;

/**
 * Reports what keeps a worker alive that should end, and since which file. Sockets, servers and processes are known by the file
 * after which they were open first; of the rest, timers for example, the kind is known.
 */
export class OpenHandles {
  #sinceFile = new WeakMap();
  #last;

  /** `report` gets one line, where something is open. */
  constructor(report) {
    // The worker's own handles before its first file: the channel to jest, and its output.
    for (const handle of process._getActiveHandles()) this.#sinceFile.set(handle, undefined);
    const listen = (message) => {
      if (!isEnd(message)) return;
      // A listener keeps the channel open, and with it the worker.
      process.removeListener('message', listen);
      // Node.js takes down a heap of hundreds of megabytes before it ends by itself, which may take longer than jest waits.
      process.once('beforeExit', () => process.exit());
      setTimeout(() => {
        const line = this.#line();
        if (line) report(line);
      }, lookAfterMs).unref();
    };
    if (process.send) process.on('message', listen);
  }

  fileEnded(file) {
    this.#last = relative(process.cwd(), file);
    for (const handle of this.#open()) if (!this.#sinceFile.has(handle)) this.#sinceFile.set(handle, this.#last);
  }

  #open() {
    const ofWorker = new Set([process.stdin, process.stdout, process.stderr]);
    return process._getActiveHandles().filter((handle) => !ofWorker.has(handle));
  }

  #line() {
    const handles = this.#open()
      .filter((handle) => !this.#sinceFile.has(handle) || this.#sinceFile.get(handle) !== undefined)
      .map((handle) => `${handle.spawnfile ?? handle.constructor.name} since ${this.#sinceFile.get(handle) ?? this.#last}`);
    // Timers, look-ups of addresses and the like are known by their kind only.
    const others = process.getActiveResourcesInfo().filter((kind) => !kindsOfHandles.test(kind));
    if (others.length > 0) handles.push(`${[...new Set(others)].join(', ')}; its last file: ${this.#last}`);
    return handles.length > 0 ? handles.join(', ') : undefined;
  }
}
