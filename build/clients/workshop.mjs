// Folders in which the tools of `npm run check -- clients` are installed and run, apart from those of the machine's user.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A command that failed. The message has the end of what it printed. */
class CommandFailed extends Error {}

const maxOutput = 4_000_000;
const minuteMs = 60_000;

export class Workshop {
  /** `tools`: everything that is downloaded. If it exists already, nothing is downloaded twice. */
  constructor(folder, tools) {
    this.folder = folder;
    this.tools = tools;
    mkdirSync(tools, { recursive: true });
    const at = (name) => join(tools, name);
    this.env = {
      ...process.env,
      HOME: at('home'),
      PATH: [at('cargo/bin'), at('go/bin'), process.env.PATH].join(':'),
      MAVEN_OPTS: `-Dmaven.repo.local=${at('maven')}`,
      GOPATH: at('go'),
      GOCACHE: at('go-build'),
      GOTOOLCHAIN: 'local',
      // Otherwise its modules are read-only and cannot be removed with the folder.
      GOFLAGS: '-modcacherw',
      CARGO_HOME: at('cargo'),
      CARGO_TARGET_DIR: at('cargo-target'),
      // The generator runs once: compiling it without optimization takes a third of the time.
      CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
      // rustup keeps its toolchains at home.
      RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(process.env.HOME ?? '/', '.rustup'),
      npm_config_cache: at('npm'),
      npm_config_update_notifier: 'false',
      PIP_CACHE_DIR: at('pip'),
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
    };
    mkdirSync(this.env.HOME, { recursive: true });
  }

  /** A folder of its own for each client. */
  folderOf(name) {
    const folder = join(this.folder, name.replaceAll(/[^a-z0-9]+/gi, '-'));
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Runs lines of a shell one after the other until one fails; resolves to what they printed. The bank may be in this process. */
  async run(lines, { cwd, env, minutes = 15 } = {}) {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', lines.join('\n')], {
      cwd: cwd ?? this.folder,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what it has started ends with it.
      detached: true,
    });
    let [stdout, all, isLate] = ['', '', false];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout = (stdout + text).slice(-maxOutput)));
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (all = (all + text).slice(-maxOutput)));
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid, 'SIGKILL');
    }, minutes * minuteMs);
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    clearTimeout(timer);
    if (isLate) throw new CommandFailed(`not done after ${minutes} min`);
    if (code !== 0) throw new CommandFailed(`exit code ${code}: ${all.trim().split('\n').slice(-15).join('\n')}`);
    return stdout;
  }
}
