import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Erasure } from '@open-banking/sandbox/third-party';
import type { OwnBank } from '@open-banking/testing';

const execFileDone = promisify(execFile);
const program = fileURLToPath(new URL('../../../cli/bin/openbank.mjs', import.meta.url));

/** An operator of a bank, who erases customers and checks the books with `openbank`. */
export class Operator {
  constructor(private readonly bank: OwnBank) {}

  /** What the command prints. Rejects where it fails. */
  async openbank(...args: string[]): Promise<string> {
    const { baseUrl, facts } = this.bank;
    const all = [program, ...args, '--base-url', baseUrl, '--operator-file', facts.operatorFile];
    return (await execFileDone(process.execPath, all)).stdout;
  }

  async erase(psuId: string): Promise<Erasure> {
    return JSON.parse(await this.openbank('erase', psuId, '--yes', '--json')) as Erasure;
  }

  /** The proofs that fail, of each service and between services. */
  async brokenProofs(): Promise<unknown[]> {
    const report = await this.openbank('ledger', 'check', '--json').catch(({ stdout }: { stdout: string }) => stdout);
    const { checks } = JSON.parse(report) as { checks: { ok: boolean }[] };
    expect(checks.length).toBeGreaterThan(0);
    return checks.filter(({ ok }) => !ok);
  }
}
