import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { openbankOf, program } from './an-openbank.js';

/** A finding of the doctor, as `--json` prints it. */
export interface Finding {
  readonly check: string;
  readonly subject: string;
  readonly status: string;
  readonly text: string;
  readonly advice?: string;
}

export const isWell = (bad: readonly Finding[]): boolean => bad.length === 0;

/** `openbank doctor` at a test's bank. */
export function doctorOf(bank: Parameters<typeof openbankOf>[0]) {
  const { openbank } = openbankOf(bank);
  const examine = async () => {
    const { code, out, err } = await openbank('doctor', '--json');
    expect(err).toBe('');
    const { findings } = JSON.parse(out) as { findings: Finding[] };
    return { code, findings, bad: findings.filter(({ status }) => status !== 'ok') };
  };
  /** Examines until there are findings that fit: services are probed, and files read, a moment later. */
  async function until(fits: (bad: readonly Finding[]) => boolean) {
    for (;;) {
      const found = await examine();
      if (fits(found.bad)) return found;
      // Each is a process: services probe themselves twice a second.
      await pause(500);
    }
  }
  const findingsWith = (valkeyUrl: string): Promise<{ code: number; findings: Finding[] }> =>
    new Promise((settle) => {
      const args = [program, 'doctor', '--json', '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile];
      execFile(process.execPath, args, { env: { ...process.env, VALKEY_URL: valkeyUrl } }, (error, out) => {
        settle({ code: error ? 1 : 0, ...(JSON.parse(out) as { findings: Finding[] }) });
      });
    });
  return { openbank, examine, until, findingsWith };
}
