import { execFileSync } from 'node:child_process';
import { commandGroups } from '../src/command-groups.js';
import { program } from './an-openbank.js';

const helpOf = (...command: readonly string[]): string =>
  execFileSync(process.execPath, [program, ...command, '--help'], { encoding: 'utf8', env: { ...process.env, COLUMNS: '400' } });
/** The names and sentences below each heading. */
function sectionsOf(help: string): Record<string, [name: string, sentence: string][]> {
  const parts = help.split(/^(\w+):\n/m).slice(1);
  const rows = (text: string) =>
    [...text.matchAll(/^ {2}(\S[^\n]*?) {2,}(\S[^\n]*)$/gm)].map(([, name, says]) => [name!, says!] as [string, string]);
  return Object.fromEntries(parts.flatMap((heading, at) => (at % 2 === 0 ? [[heading, rows(parts[at + 1]!)]] : [])));
}
const nameOf = ([usage]: readonly [string, string]): string => usage.split(' ', 1)[0]!;

describe('openbank --help', () => {
  const sections = sectionsOf(helpOf());

  it('lists every command in a group, by what it is for', () => {
    const { Options, Commands, ...groups } = sections;
    expect(Options!.length).toBeGreaterThan(4);
    expect(Commands!.map(nameOf)).toEqual(['help']);
    expect(Object.fromEntries(Object.entries(groups).map(([group, rows]) => [group, rows.map(nameOf)]))).toEqual(commandGroups);
  });

  it('begins each sentence with a capital letter, in the help of each command too', () => {
    const written = (help: string) => Object.values(sectionsOf(help)).flat();
    const commands = Object.values(commandGroups).flat();
    const all = [...Object.values(sections).flat(), ...commands.flatMap((command) => written(helpOf(command)))];
    expect(all.length).toBeGreaterThan(120);
    expect(all.filter(([, sentence]) => !/^[\p{Lu}`"(0-9]/u.test(sentence))).toEqual([]);
  });
});
