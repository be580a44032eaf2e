import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

/** The same work on every machine, of the kinds that tests do: texts, objects and hashes. Returns its processor seconds. */
export function calibrate() {
  const before = process.cpuUsage();
  let kept = 0;
  for (let round = 0; round < 100; round += 1) {
    const rows = Array.from({ length: 2_000 }, (_, at) => ({ id: `${round}-${at}`, amount: at / 7, text: 'calibration '.repeat(at % 9) }));
    const text = JSON.stringify(rows);
    kept += JSON.parse(text).filter(({ amount }) => amount > 100).length;
    kept += createHash('sha256').update(text).digest()[0];
    kept += text.replace(/calibration/g, 'c').length;
  }
  if (kept === 0) throw new Error('nothing was calculated');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** In a process of its own: the code is as cold as it is in a test. */
if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(String(calibrate()));
