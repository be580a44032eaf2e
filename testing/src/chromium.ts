import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
const name = '@sparticuz/chromium';
const usualPlace = join(root, 'node_modules/.cache/open-banking', `chromium-${devDependencies[name]}`);

/**
 * The path of Chromium, unpacked into a folder where it stays for later runs: 200 MB, and 2 s of processor time. It is unpacked beside its
 * place and then moved, because two test files may begin at once: a program that is still being written cannot be started (ETXTBSY).
 */
export async function chromiumPath(place = usualPlace): Promise<string> {
  if (!existsSync(place)) {
    mkdirSync(dirname(place), { recursive: true });
    const made = mkdtempSync(`${place}-`);
    // The package unpacks itself into the folder for temporary files.
    const program = `import chromium from '${name}'; await chromium.executablePath();`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      env: { ...process.env, TMPDIR: made },
    });
    moveOnce(made, place);
  }
  return join(place, 'chromium');
}

/** If another file has been faster, its folder stays. */
function moveOnce(made: string, place: string): void {
  try {
    renameSync(made, place);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    rmSync(made, { recursive: true });
  }
}
