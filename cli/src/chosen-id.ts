import { InvalidArgumentError } from 'commander';
import { isUuid } from './uuid.js';

const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Parses an id that the operator chooses: the bank would say of the parameter in its path that it is malformed, not of the option. */
export function chosenId(text: string): string {
  if (!isUuid(text) || text === nilUuid) throw new InvalidArgumentError('it must be a UUID other than the nil UUID.');
  return text;
}
