import { InvalidArgumentError } from 'commander';

/** Parses an option that is a count: a whole number from 1 to 9999999. */
export const parseCount = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('it must be a whole number greater than 0.');
  return Number(text);
};
