import type { Command } from 'commander';
import { ownBank } from '@open-banking/testing';
import { openbankCommand } from '../src/program.js';
import { openbankOf } from './an-openbank.js';

const listsOf = (command: Command, path: readonly string[] = []): string[][] =>
  command.commands.flatMap((one) => {
    const name = [...path, one.name()];
    return one.name() === 'list' ? [name] : listsOf(one, name);
  });
/** Commands that list something and are called otherwise. */
const others = [
  ['clearing'],
  ['clearing', '--open'],
  ['clearing', '--late'],
  ['erase', '--list'],
  ['feed', 'status', 'ais-pis'],
  ['recover', 'status'],
];
/** The operator of the installation is always there. */
const neverEmpty = ['operator list'];

describe('an openbank command that has nothing to list', () => {
  const bank = ownBank(['ais-pis']);
  const { openbank } = openbankOf(bank);
  const lists = listsOf(openbankCommand(['node', 'openbank']));
  const commands = [...lists, ...others].filter((command) => !neverEmpty.includes(command.join(' ')));

  it('is any that lists something', () => {
    expect(lists.map((command) => command.join(' '))).toEqual(expect.arrayContaining(['client list', 'client logo list', 'held list']));
    expect(commands.length).toBeGreaterThan(12);
  });

  it.each(commands.map((command) => [command.join(' '), command] as const))('says so in a sentence: %s', async (_, command) => {
    const { code, out, err } = await openbank(...command);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^[A-Z].*\.\n$/);
  });
});
