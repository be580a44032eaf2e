import { maintenanceHeader } from '@open-banking/http/response-headers';
import { Refusal } from '@open-banking/messages';
import { maintenanceInternal, maintenanceStatus } from '@open-banking/spec';
import { HeldCalls } from '../held-calls.js';

/** When maintenance begins and ends, in ISO 8601. */
export interface MaintenanceTimes {
  readonly windowId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

const none: Readonly<Record<string, string>> = {};
const link = `<${maintenanceStatus.listMaintenanceWindows.path}>; rel="status"`;

/** The maintenance that this process knows of. Times are real ones, wherever a sandbox has moved the bank's clock to. */
export class AnnouncedMaintenance {
  #windows: readonly { readonly startsMs: number; readonly endsMs: number }[] = [];
  #announced: readonly MaintenanceTimes[] = [];
  #version: string | undefined;
  readonly #held = new HeldCalls();

  /** Replaces what was known, in the order in which the windows begin. */
  know(windows: readonly MaintenanceTimes[]): void {
    this.#announced = windows.map(({ windowId, startsAt, endsAt }) => ({ windowId, startsAt, endsAt }));
    this.#windows = windows.map(({ startsAt, endsAt }) => ({ startsMs: Date.parse(startsAt), endsMs: Date.parse(endsAt) }));
    // The times of a window do not change.
    const version = windows.map(({ windowId }) => windowId).join(' ');
    if (version === this.#version) return;
    this.#version = version;
    this.#held.release();
  }

  /** The same where the same windows are known; undefined until any were heard of. */
  get version(): string | undefined {
    return this.#version;
  }

  /** The windows that this process knows of and that have not ended. */
  get announced(): readonly MaintenanceTimes[] {
    return this.#announced.filter(({ endsAt }) => Date.parse(endsAt) > Date.now());
  }

  /** The windows, as soon as they are others than those of a version; the same ones if that takes too long. */
  async othersThan(version: string | undefined): Promise<readonly MaintenanceTimes[]> {
    if (this.#version === undefined || this.#version === version) await this.#held.hold(maintenanceInternal.awaitMaintenance.holdsMs);
    if (this.#version === undefined)
      throw new Refusal('SERVICE_UNAVAILABLE', 'announced maintenance was not read yet', { retryAfterSeconds: 1 });
    return this.#announced;
  }

  /** Ends all waiting: the process stops. */
  endWaiting(): void {
    this.#held.end();
  }

  /**
   * The headers of responses while maintenance is announced or under way; none otherwise: the open window or the next one as a dictionary
   * of dates (RFC 9651), and the resource that lists them all (RFC 8631, relation `status`).
   */
  headers(): Readonly<Record<string, string>> {
    // Most of the time: this runs for each request.
    if (this.#windows.length === 0) return none;
    const next = this.#windows.find(({ endsMs }) => endsMs > Date.now());
    if (!next) return none;
    return { [maintenanceHeader]: `start=@${Math.floor(next.startsMs / 1_000)}, end=@${Math.ceil(next.endsMs / 1_000)}`, link };
  }

  /** Whole seconds until the maintenance under way is announced to end; undefined where none is under way. */
  secondsLeft(): number | undefined {
    const now = Date.now();
    const open = this.#windows.filter(({ startsMs, endsMs }) => startsMs <= now && endsMs > now);
    return open.length === 0 ? undefined : Math.ceil((Math.max(...open.map(({ endsMs }) => endsMs)) - now) / 1_000);
  }
}
