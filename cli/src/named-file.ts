import { accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync, type WriteFileOptions } from 'node:fs';

// Files and folders that an operator names. What cannot be read or written ends the command with one clear line, in which `option` is the
// one that names the file.

interface FileFaults {
  /** What cannot be done, such as `/nope cannot be read`. */
  readonly fault: string;
  /** Told in place of Node's "ENOENT". */
  readonly absent: string;
  readonly option: string | undefined;
}

function naming<Value>({ fault, absent, option }: FileFaults, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? absent : code === 'EEXIST' ? 'it exists already' : message;
    throw new Error(`${option === undefined ? '' : `${option}: `}${fault}: ${reason}`, { cause: error });
  }
}

const ofFile = (file: string, option?: string): FileFaults => ({
  fault: `${file === '-' ? 'standard input' : file} cannot be read`,
  absent: 'the file does not exist',
  option,
});
/** What readFileSync takes; `-` is standard input. */
const sourceOf = (file: string): string | number => (file === '-' ? 0 : file);

export const bytesIn = (file: string, option?: string): Buffer => naming(ofFile(file, option), () => readFileSync(sourceOf(file)));

export const textIn = (file: string, option?: string): string => bytesIn(file, option).toString();

export const jsonIn = <Value>(file: string, option?: string): Value =>
  naming(ofFile(file, option), () => JSON.parse(readFileSync(sourceOf(file), 'utf8')) as Value);

/** Throws if the file cannot be read: for one that is read later, piece by piece. */
export function requireFile(file: string, option?: string): void {
  naming(ofFile(file, option), () => {
    accessSync(file, constants.R_OK);
    if (statSync(file).isDirectory()) throw new Error('it is a folder');
  });
}

export function requireFolder(folder: string, option?: string): void {
  naming({ fault: `${folder} cannot be read`, absent: 'the folder does not exist', option }, () => {
    accessSync(folder, constants.R_OK);
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder');
  });
}

export function writeTo(file: string, content: string | Buffer, option?: string, options?: WriteFileOptions): void {
  naming({ fault: `${file} cannot be written`, absent: 'its folder does not exist', option }, () => {
    writeFileSync(file, content, options);
  });
}

/** Makes a folder that is not there, with those above it. */
export function makeFolder(folder: string, option?: string, mode?: number): void {
  naming({ fault: `the folder ${folder} cannot be made`, absent: 'the one above it does not exist', option }, () => {
    mkdirSync(folder, { recursive: true, mode });
  });
}
