import { InvalidArgumentError } from 'commander';

const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Parses an id that the operator chooses: the bank would say of the parameter in its path that it is malformed, not of the option. */
export function chosenId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) || text === nilUuid)
    throw new InvalidArgumentError('it must be a UUID other than the nil UUID.');
  return text;
}
