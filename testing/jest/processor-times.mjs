import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { budgetsOf, faultOf, keepRun, lastRuns, lineOf as budgetLineOf } from './budget.mjs';
import { processorSeconds } from './process-tree.mjs';
import { RunShare } from './run-share.mjs';
import { readTimes, roundedTimes, timesFile } from './times.mjs';

const calibration = fileURLToPath(new URL('./calibration.mjs', import.meta.url));
const calibrateEveryMs = 60_000;
const shownFiles = 10;
const seconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

const sumOf = (all, of) => all.reduce((sum, one) => sum + of(one), 0);
const lineOf = ({ file, wall, shared, processor }) =>
  processor === undefined
    ? `${seconds(wall)}: ${file}\n`
    : `${seconds(processor)} of processor time (${seconds(shared)} of them its share of the run's banks), in ${seconds(wall)}: ${file}\n`;

/**
 * Prints the processor time and the wall time of the ten most expensive files, and the total of the run. A file has what its worker and
 * the processes that it started have used, and its share of banks and PostgreSQL of the run (run-share.mjs). Without /proc only wall
 * times are known. No file has the time of a worker between two files, of a process whose parent has ended, and of what ends after the
 * last file.
 *
 * A run of a whole ring also leaves its total for `npm run check -- budget`, with what a loop of calibration took meanwhile; the ring
 * `whole` fails where one exceeds its budget. `writeTimes`: writes testing/times.json, which orders the next runs.
 */
export default class ProcessorTimes {
  #root;
  #options;
  #lines;
  #walls = new Map();
  #share = new RunShare();
  #samples = [];
  #timer;
  #calibrated;
  #isWhole;
  #error;

  constructor({ rootDir, testPathPatterns, testNamePattern, onlyChanged, findRelatedTests, shard }, options) {
    this.#root = rootDir;
    this.#options = options;
    this.#isWhole = !testPathPatterns.isSet() && !testNamePattern && !onlyChanged && !findRelatedTests && !shard;
    this.#lines = join(mkdtempSync(join(tmpdir(), 'open-banking-times-')), 'files');
    process.env.JEST_PROCESSOR_TIMES_FILE = this.#lines;
  }

  onRunStart() {
    if (!this.#isWhole || process.platform !== 'linux') return;
    this.#calibrate();
    this.#timer = setInterval(() => this.#calibrate(), calibrateEveryMs).unref();
  }

  /** Beside the tests, whose processor seconds also grow where they share a core. */
  #calibrate() {
    this.#calibrated = promisify(execFile)(process.execPath, [calibration]).then(
      ({ stdout }) => this.#samples.push(Number(stdout)),
      (error) => console.error(`calibration: ${error.message}`),
    );
  }

  onTestFileStart({ path }) {
    this.#share.started(relative(this.#root, path));
  }

  onTestResult({ path }, { perfStats }) {
    const file = relative(this.#root, path);
    this.#share.ended(file);
    this.#walls.set(file, (perfStats.end - perfStats.start) / 1_000);
  }

  async onRunComplete() {
    clearInterval(this.#timer);
    await this.#calibrated;
    const [own, shares, total] = [this.#processorOfFiles(), this.#share.shares(), processorSeconds()];
    const files = [...this.#walls].map(([file, wall]) => {
      const shared = shares.get(file) ?? 0;
      return { file, wall, shared, processor: own.has(file) ? own.get(file) + shared : undefined };
    });
    const costOf = ({ processor, wall }) => processor ?? wall;
    for (const one of files.sort((a, b) => costOf(b) - costOf(a)).slice(0, shownFiles)) process.stdout.write(lineOf(one));
    if (total !== undefined) {
      process.stdout.write(
        `${seconds(total)} of processor time in all, ${seconds(sumOf(files, costOf))} of them of ${files.length} files\n`,
      );
      if (this.#isWhole && this.#samples.length > 0) this.#keep(total);
    }
    for (const { open } of this.#written())
      if (open !== undefined) process.stdout.write(`A worker did not end, because it had open: ${open}\n`);
    if (this.#options.writeTimes) this.#writeTimes(files);
    rmSync(dirname(this.#lines), { recursive: true, force: true });
  }

  /** The times that workers have written (measured-environment.mjs). */
  #written() {
    const text = existsSync(this.#lines) ? readFileSync(this.#lines, 'utf8') : '';
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  #processorOfFiles() {
    const measured = this.#written().filter(({ file }) => file !== undefined);
    return new Map(measured.map(({ file, processor }) => [relative(this.#root, file), processor]));
  }

  #keep(processor) {
    const { ring } = this.#options;
    keepRun(this.#root, ring, { processorSeconds: processor, calibrationSeconds: sumOf(this.#samples, Number) / this.#samples.length });
    if (ring !== 'whole') return;
    const [runs, budgets] = [lastRuns(this.#root), budgetsOf(this.#root)];
    for (const run of runs) process.stdout.write(`${budgetLineOf(run, budgets)}\n`);
    const faults = runs.map((run) => faultOf(run, budgets)).filter((fault) => fault !== undefined);
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    if (faults.length > 0) this.#error = new Error(faults.join('\n'));
  }

  /** The error that fails a run whose tests have passed. */
  getLastError() {
    return this.#error;
  }

  /** Files of other rings, and those that were not run, keep their times. */
  #writeTimes(files) {
    const times = roundedTimes({ ...readTimes(this.#root), ...Object.fromEntries(files.map(({ file, wall }) => [file, wall])) });
    const there = Object.entries(times).filter(([file]) => existsSync(join(this.#root, file)));
    writeFileSync(timesFile(this.#root), `${JSON.stringify(Object.fromEntries(there), undefined, 2)}\n`);
  }
}
