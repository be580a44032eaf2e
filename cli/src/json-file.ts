import { readFileSync } from 'node:fs';

/** What a file of JSON says. Throws one clear line where it cannot be read; `option` is the one that names the file. */
export function jsonIn<Value>(file: string, option?: string): Value {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Value;
  } catch (error) {
    throw new Error(`${option === undefined ? '' : `${option}: `}${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
