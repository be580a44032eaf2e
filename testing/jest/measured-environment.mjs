import { appendFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';
import { processorSeconds } from './process-tree.mjs';

/**
 * jest's environment of Node.js, which also measures the processor time of its file: of the worker and of all processes that the file starts.
 * It writes a line to the file that the reporter names (processor-times.mjs); without one it measures nothing.
 */
export default class MeasuredEnvironment extends TestEnvironment {
  #file;
  #before;

  constructor(config, context) {
    super(config, context);
    this.#file = context.testPath;
    if (process.env.JEST_PROCESSOR_TIMES_FILE) this.#before = processorSeconds();
  }

  async teardown() {
    await super.teardown();
    if (this.#before === undefined) return;
    const processor = processorSeconds() - this.#before;
    appendFileSync(process.env.JEST_PROCESSOR_TIMES_FILE, `${JSON.stringify({ file: this.#file, processor })}\n`);
  }
}
