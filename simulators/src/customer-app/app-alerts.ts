/** What the bank tells a customer (docs/ports/customer-alerts.json), as far as the app shows it. */
export interface AppAlert {
  readonly alertId: string;
  readonly psuId: string;
  readonly channel: 'app' | 'email';
  readonly language: 'en' | 'he' | 'ar';
  readonly occurredAt: string;
  readonly title: string;
  readonly text: string;
}

const maxKept = 200;

/** The alerts that have arrived, each once, the last 200. */
export class AppAlerts {
  readonly #kept = new Map<string, AppAlert>();

  add(alert: AppAlert): void {
    this.#kept.set(alert.alertId, alert);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept) this.#kept.delete(oldest!);
  }

  /** The last one first. */
  get all(): readonly AppAlert[] {
    return [...this.#kept.values()].reverse();
  }
}
