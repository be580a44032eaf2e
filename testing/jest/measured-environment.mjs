import { appendFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';
import { OpenHandles } from './open-handles.mjs';
import { processorSeconds } from './process-tree.mjs';

const write = (line) => {
  if (process.env.JEST_PROCESSOR_TIMES_FILE) appendFileSync(process.env.JEST_PROCESSOR_TIMES_FILE, `${JSON.stringify(line)}\n`);
};
/** One a worker: this module is loaded once. */
const openHandles = new OpenHandles((open) => write({ open }));

/**
 * jest's environment of Node.js, which also measures the processor time of its file: of the worker and of all processes that it starts.
 * It writes a line to the file that the reporter names (processor-times.mjs); without one it measures nothing. A worker that does not end
 * writes what is open there (open-handles.mjs).
 */
export default class MeasuredEnvironment extends TestEnvironment {
  #file;
  #before;

  constructor(config, context) {
    super(config, context);
    this.#file = context.testPath;
    // jest-environment-node passes every global of its process on to the tests. A run of one file has the bank of the run
    // in the same process, and TypeORM keeps the entities of a process in a global.
    delete this.global.typeormMetadataArgsStorage;
    if (process.env.JEST_PROCESSOR_TIMES_FILE) this.#before = processorSeconds();
  }

  async teardown() {
    await super.teardown();
    openHandles.fileEnded(this.#file);
    if (this.#before !== undefined) write({ file: this.#file, processor: processorSeconds() - this.#before });
  }
}
