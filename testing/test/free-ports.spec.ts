import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@open-banking/installation/ports';

const compiled = new URL('../../libs/installation/dist/ports.js', import.meta.url).href;
const any = (count: number) => Array.from({ length: count }, () => undefined);
/** As another test file chooses them, while none of these ports is in use yet. */
const chosenElsewhere = (count: number): number[] => {
  const program = `
    const { freePorts } = await import(${JSON.stringify(compiled)});
    process.stdout.write(JSON.stringify(await freePorts(Array.from({ length: ${count} }, () => undefined))));`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8' }),
  ) as number[];
};

// Other systems have no names that end with a process.
if (process.platform === 'linux')
  describe('ports that are chosen before something listens there', () => {
    it('are chosen by nobody else, in this process or another, and given to nobody who asks for any', async () => {
      const ports = [...(await freePorts(any(400))), ...(await freePorts(any(400))), ...chosenElsewhere(400)];
      expect(new Set(ports).size).toBe(1_200);
      const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t');
      expect(Math.max(...ports)).toBeLessThan(Number(first));
    });

    it('are those that are wanted, where these are free', async () => {
      const [port] = await freePorts(any(1));
      expect(await freePorts([port])).toEqual([port]);
    });
  });
