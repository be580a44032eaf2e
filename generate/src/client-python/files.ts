import type { GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { pythonGrants, pythonTable } from './facts.js';
import { pythonMessages } from './messages.js';
import { pythonMethods } from './methods.js';

/** The generated modules of the Python client. */
export function pythonClientFiles(handled: ReadonlyMap<string, DocumentedHandler>): GeneratedFile[] {
  const { file, signatures } = pythonMessages(handled);
  return [file, pythonTable(handled), pythonGrants(), ...pythonMethods(handled, signatures)];
}
