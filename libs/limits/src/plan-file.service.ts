import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { RecurringWork } from '@open-banking/http';
import { planIn, unreadablePlan } from './limit-plan.js';
import type { RateLimitsService } from './rate-limits.service.js';
import { plannedThrottlers } from './throttlers.js';

/** How often the file is looked at, at the same moment as other frequent work (`look-for-jobs`). */
const everyMs = 1_800;
/** A file that was written less long ago is read each time: where times are coarse, the next change may have the same one. */
const freshMs = 5_000;

/** The context of a background worker, as far as it is used here. */
interface PlanReports {
  report(line: object): void;
  gauge(
    about: { readonly name: string; readonly help: string; readonly labels: string[] },
    read: () => Promise<readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]>,
  ): void;
}

/**
 * Another one for each kind of replacement, a swapped symbolic link included; undefined where it is fresh, or cannot be read. Synchronous:
 * to have a thread do it takes four times its processor time, which is most of what an idle service does.
 */
function fileVersion(file: string): string | undefined {
  try {
    const { dev, ino, size, mtimeMs, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    if (Date.now() - Number(mtimeMs) < freshMs) return undefined;
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}

/** Reads the file of `PLAN_FILE` again when it changes. */
export class PlanFileService {
  private loadedAtMs = Date.now();
  private isRefused = false;
  private lastVersion?: string | undefined;
  private report?: PlanReports['report'];

  /** `lastSeen` is the text that was read last, here at the start, or the reason why none could be read. */
  constructor(
    private readonly file: string,
    private lastSeen: string,
    private readonly limits: Pick<RateLimitsService, 'replaceLimits'>,
  ) {}

  async startWork({ report, gauge }: PlanReports): Promise<void> {
    this.report = report;
    gauge(
      { name: 'openbank_plan_loaded_timestamp_seconds', help: 'When the plan of PLAN_FILE that is in force was read.', labels: [] },
      async () => [{ labels: {}, value: Math.floor(this.loadedAtMs / 1_000) }],
    );
    gauge(
      {
        name: 'openbank_plan_refused',
        help: '1 while PLAN_FILE has changed and is invalid: the previous plan stays in force.',
        labels: [],
      },
      async () => [{ labels: {}, value: this.isRefused ? 1 : 0 }],
    );
  }

  /** Puts a changed plan in force as a whole, or refuses it as a whole; either is logged once for each change of the file. */
  @RecurringWork('read-plan-file', { everyMs })
  async reread(): Promise<void> {
    const version = fileVersion(this.file);
    if (version !== undefined && version === this.lastVersion) return;
    this.lastVersion = version;
    const text = await readFile(this.file, 'utf8').catch((error: unknown) => unreadablePlan(this.file, error));
    const seen = text instanceof Error ? text.message : text;
    if (seen === this.lastSeen) return;
    this.lastSeen = seen;
    try {
      if (text instanceof Error) throw text;
      this.limits.replaceLimits(plannedThrottlers(planIn(this.file, text)));
      this.loadedAtMs = Date.now();
      this.isRefused = false;
      this.report?.({ event: 'plan file read again: the new plan is in force', file: this.file });
    } catch (error) {
      this.isRefused = true;
      const { message } = error as Error;
      this.report?.({ event: 'plan file refused: the previous plan stays in force', file: this.file, message });
    }
  }
}
