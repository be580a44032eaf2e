import { maintenanceHeader } from '@open-banking/http/response-headers';

const window = /^start=@(\d{1,12}), end=@(\d{1,12})$/;

/**
 * The gateway's knowledge of announced maintenance, from the last response of a service. With it the gateway can say when to come back
 * while no service answers.
 */
export class SeenMaintenance {
  #startsMs = 0;
  #endsMs = 0;

  /** Reads the headers of a service's answer (name, value, name, value …). One without the header says that nothing is announced. */
  see(headers: readonly string[]): void {
    const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === maintenanceHeader);
    const [, start = 0, end = 0] = (at < 0 ? undefined : window.exec(headers[at + 1]!)) ?? [];
    this.#startsMs = Number(start) * 1_000;
    this.#endsMs = Number(end) * 1_000;
  }

  /** Whole seconds until the end of the window under way; undefined outside of one. */
  secondsLeft(): number | undefined {
    const now = Date.now();
    return this.#startsMs <= now && now < this.#endsMs ? Math.ceil((this.#endsMs - now) / 1_000) : undefined;
  }
}
