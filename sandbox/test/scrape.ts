import { exchange, type RunningBank } from '@open-banking/testing';
import type { Service } from '@open-banking/spec';

/** The metrics of one service. */
export class Scrape {
  constructor(readonly text: string) {}

  static async of(bank: RunningBank, service: Service): Promise<Scrape> {
    const { status, text } = await exchange(`http://127.0.0.1:${bank.facts.internal[service].internalPort}/metrics`);
    expect(status).toBe(200);
    return new Scrape(text);
  }

  /** The names of the metrics, those without series included. */
  get names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
  }

  /** The sum of all series of a name that have these labels; undefined where there is none. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const values = this.text
      .split('\n')
      .filter(
        (line) => line.startsWith(`${name}{`) && Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
      )
      .map((line) => Number(line.slice(line.lastIndexOf(' '))));
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
  }
}
