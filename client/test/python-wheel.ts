import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Python in an environment of its own, with what the wheel needs from PyPI. */
export interface PythonEnvironment {
  readonly python: string;
  /** A reason where this machine has no Python 3.10 or later, or cannot reach PyPI: then nothing can be run. */
  readonly notRun: string | undefined;
}

const newEnough = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
const requirements = ['httpx>=0.27,<1', 'cryptography>=42', 'typing-extensions>=4.6'];
const installMs = 240_000;

/** Makes the environment in a folder. It blocks, as tests are declared before anything can be awaited. */
export function pythonEnvironment(folder: string): PythonEnvironment {
  const python = join(folder, 'bin/python');
  const refused = (notRun: string): PythonEnvironment => ({ python, notRun });
  if (spawnSync('python3', ['-c', newEnough], { stdio: 'ignore' }).status !== 0)
    return refused('this machine has no python3 of version 3.10 or later with venv');
  if (spawnSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' }).status !== 0 || !existsSync(python))
    return refused('python3 -m venv fails');
  const { status, stderr } = spawnSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements], {
    encoding: 'utf8',
    timeout: installMs,
  });
  if (status !== 0) return refused(`PyPI cannot be reached: ${stderr?.trim().split('\n').at(-1) ?? ''}`);
  return { python, notRun: undefined };
}
