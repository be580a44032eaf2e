import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledModule } from './bundled-module.js';

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const shown = 45;

/** The source of a frame's code: the module in a bundle, Node's own code as `node`. */
function sourceOf({ url, lineNumber }: Frame): string {
  const path = url.replace('file://', '');
  return (bundledModule(path, lineNumber) ?? path).replace(root, '');
}

/** The package of a frame: our own by folder, dependencies by name. */
function moduleOf(frame: Frame): string {
  if (frame.url === '') return frame.functionName;
  const path = sourceOf(frame);
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  return installed?.[1] ?? (path.startsWith('node:') ? 'node' : path.split('/').slice(0, 2).join('/'));
}

const framePlace = (frame: Frame): string =>
  `${frame.functionName || '(anonymous)'} ${moduleOf(frame)}/${basename(sourceOf(frame))}:${frame.lineNumber + 1}`;

/** Microseconds by frame name, without idle time. */
function selfTimes({ nodes, samples, timeDeltas }: CpuProfile, nameOf: (frame: Frame) => string): [string, number][] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  samples.forEach((id, at) => {
    const frame = frames.get(id)!;
    if (frame.functionName !== '(idle)') times.set(nameOf(frame), (times.get(nameOf(frame)) ?? 0) + timeDeltas[at]!);
  });
  return [...times].sort(([, one], [, other]) => other - one);
}

/** Makes Node profile the services from start to end. The report breaks down their busy time. */
export function profiling(): { readonly settings: NodeJS.ProcessEnv; report(log: (line: string) => void): void } {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-profile-'));
  const report = (log: (line: string) => void): void => {
    const profiles = readdirSync(folder).map((file) => {
      const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
      return { file, profile, busyUs: selfTimes(profile, () => '')[0]?.[1] ?? 0 };
    });
    // The service under load first.
    for (const { file, profile, busyUs } of profiles.sort((one, other) => other.busyUs - one.busyUs)) {
      log(`\n${join(folder, file)}: busy for ${(busyUs / 1_000_000).toFixed(1)} s`);
      for (const nameOf of [moduleOf, framePlace]) {
        log(
          selfTimes(profile, nameOf)
            .slice(0, shown)
            .map(([name, time]) => `${((100 * time) / busyUs).toFixed(1).padStart(6)} %  ${name}`)
            .join('\n'),
        );
        log('');
      }
    }
  };
  return { settings: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }, report };
}
