import { InvalidArgumentError } from 'commander';

/** An option that counts something. */
export const count = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('a whole number above 0.');
  return Number(text);
};
