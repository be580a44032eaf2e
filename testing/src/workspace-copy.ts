import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The workspace with its compiled files and without its history, so that sources can be changed and commands run in it. Packages of the
 * workspace are those of the copy; all others are the installed ones.
 */
export class WorkspaceCopy {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'open-banking-workspace-')));

  constructor() {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n');
    const present = files.filter((file) => file !== '' && existsSync(join(root, file)));
    // The times of files say what is to be compiled.
    for (const file of present) cpSync(join(root, file), join(this.path, file), { preserveTimestamps: true });
    const folders = new Set(present.filter((file) => file.endsWith('package.json')).map(dirname));
    for (const folder of [...folders, 'build'])
      for (const made of ['dist', 'lib'])
        if (folder !== '.' && existsSync(join(root, folder, made)) && !existsSync(join(this.path, folder, made)))
          cpSync(join(root, folder, made), join(this.path, folder, made), { recursive: true, preserveTimestamps: true });
    for (const folder of folders) this.#linkPackages(folder);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #linkPackages(folder: string): void {
    const installed = join(root, folder, 'node_modules');
    if (!existsSync(installed)) return;
    const link = (name: string): void => {
      const target = realpathSync(join(installed, name));
      const own = relative(root, target);
      const isOwn = !own.startsWith('..') && !own.includes('node_modules');
      symlinkSync(isOwn ? join(this.path, own) : join(installed, name), join(this.path, folder, 'node_modules', name));
    };
    mkdirSync(join(this.path, folder, 'node_modules'), { recursive: true });
    for (const name of readdirSync(installed)) {
      if (name === '.cache') continue;
      if (!name.startsWith('@')) link(name);
      else {
        mkdirSync(join(this.path, folder, 'node_modules', name));
        for (const scoped of readdirSync(join(installed, name))) link(join(name, scoped));
      }
    }
  }
}
