import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@open-banking/installation/ports';
import type { Request } from 'autocannon';
import type { Service } from '@open-banking/spec';
import type { Measured } from './figures.js';
import type { Target } from './targets.js';

/** A public mock server, started on our OpenAPI documents: it answers with examples and has no database. */
export interface Mock {
  readonly name: string;
  /** Its figures for a target, or nothing where it does not answer 200. */
  measured(target: Target, requests: readonly Request[], run: (url: string) => Promise<Measured>): Promise<Measured | undefined>;
  stop(): void;
}

const packageName = '@stoplight/prism-cli';
const openApi = fileURLToPath(new URL('../../docs/openapi/', import.meta.url));
const startMs = 60_000;

/** Prism, if it is installed beside the benchmark: it is no dependency of ours. */
export async function startMock(from: string, log: (line: string) => void): Promise<Mock | undefined> {
  const found = installed([from, process.env['INIT_CWD'], process.cwd()]);
  if (!found) {
    log(`No public mock to compare with: install one with "npm install ${packageName}" in a folder, and pass it as --mock-from <folder>.`);
    return undefined;
  }
  const running = new Map<Service, Promise<{ url: string; process: ChildProcess }>>();
  const started: ChildProcess[] = [];
  const serverOf = (service: Service) => {
    const server = running.get(service) ?? serve(found.program, service, started);
    running.set(service, server);
    return server;
  };
  return {
    name: `Prism ${found.version}`,
    measured: async ({ service }, requests, run) => {
      const { url } = await serverOf(service);
      const [{ path = '', headers = {} }] = requests as [Request];
      const answer = await fetch(url + path, { headers: headers as Record<string, string> });
      if (answer.status === 200) return run(url);
      log(`Prism answers ${answer.status} to GET ${path}: ${(await answer.text()).slice(0, 300)}`);
      return undefined;
    },
    stop: () => {
      for (const child of started) child.kill();
    },
  };
}

function installed(folders: readonly (string | undefined)[]): { program: string; version: string } | undefined {
  for (const folder of folders.filter(Boolean)) {
    try {
      const file = createRequire(join(folder!, 'x.js')).resolve(`${packageName}/package.json`);
      const { version, bin } = JSON.parse(readFileSync(file, 'utf8')) as { version: string; bin: string | Record<string, string> };
      return { version, program: join(dirname(file), typeof bin === 'string' ? bin : Object.values(bin)[0]!) };
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

async function serve(program: string, service: Service, started: ChildProcess[]): Promise<{ url: string; process: ChildProcess }> {
  const [port] = await freePorts([undefined]);
  const args = [
    program,
    'mock',
    join(openApi, `${service}.json`),
    '--port',
    String(port),
    '--host',
    '127.0.0.1',
    '--verboseLevel',
    'silent',
  ];
  // As many processes as Prism takes by itself.
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production' } });
  started.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (const since = performance.now(); ; await pause(200)) {
    if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode}`);
    if (await fetch(url).catch(() => undefined)) return { url, process: child };
    if (performance.now() - since > startMs) throw new Error('Prism does not answer');
  }
}
