import type { ErasureCheck, ErasureRow } from '@open-banking/contracts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BankWithClock } from '@open-banking/testing';

const execFileDone = promisify(execFile);
const program = fileURLToPath(new URL('../../../cli/bin/openbank.mjs', import.meta.url));

const present = (rows: Readonly<Record<string, number>>) => Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0));

/** What an erasure reports, by service. */
export const rowsErased = ({ steps }: ErasureRow): Record<string, Record<string, number>> =>
  Object.fromEntries(steps.map(({ service, erased }) => [service, present(erased)]));

/** An operator of a bank, who erases customers and checks the books with `openbank`. */
export class Operator {
  constructor(private readonly bank: BankWithClock) {}

  /** What the command prints. Rejects where it fails. */
  async openbank(...args: string[]): Promise<string> {
    const { baseUrl, facts } = this.bank;
    const all = [program, ...args, '--base-url', baseUrl, '--operator-file', facts.operatorFile];
    return (await execFileDone(process.execPath, all)).stdout;
  }

  /** What `--check` says would be erased, by service. */
  async counted(psuId: string): Promise<Record<string, Record<string, number>>> {
    const { services } = JSON.parse(await this.openbank('erase', psuId, '--check', '--json')) as ErasureCheck;
    return Object.fromEntries(services.map(({ service, holds }) => [service, present(holds)]));
  }

  async erase(psuId: string): Promise<ErasureRow> {
    return JSON.parse(await this.openbank('erase', psuId, '--yes', '--json')) as ErasureRow;
  }

  /** The proofs that fail, of each service and between services. */
  async brokenProofs(): Promise<unknown[]> {
    const report = await this.openbank('ledger', 'check', '--json').catch(({ stdout }: { stdout: string }) => stdout);
    const { checks } = JSON.parse(report) as { checks: { ok: boolean }[] };
    expect(checks.length).toBeGreaterThan(0);
    return checks.filter(({ ok }) => !ok);
  }
}
