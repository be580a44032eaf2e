// The tables of docs/clients.md, which `npm run check -- clients` writes.
import { readFileSync, writeFileSync } from 'node:fs';
import { programLine } from './clients.mjs';
import { exceptions, steps } from './expected.mjs';
import { cellsOf } from './results.mjs';

const page = new URL('../../docs/clients.md', import.meta.url);
const heading = (cells) => [`| ${cells.join(' | ')} |`, `|${' --- |'.repeat(cells.length)}`];

/** One row for each client: what became of each step. */
export const tableOf = (results) =>
  [
    ...heading(['Client', 'Version', ...Object.values(steps)]),
    ...results.map((one) => `| ${[one.client.name, one.client.version, ...cellsOf(one)].join(' | ')} |`),
    ...(exceptions.length > 0 ? ['', 'Where it says "no":', ''] : []),
    ...exceptions.map(({ client, step, because }) => `- ${client}, ${steps[step].toLowerCase()}: ${because}`),
  ].join('\n');

/** One row for each program that reads collections. */
export const collectionTableOf = (results) =>
  [
    ...heading(['Program', 'Version', 'Reads', 'Result']),
    ...results.map(({ program, version, reads, result }) => `| ${program} | ${version} | ${reads} | ${result} |`),
  ].join('\n');

const headingOf = ({ name, language }) => (name.includes(language) ? name : `${language}: ${name}`);

/** The commands of each client as they were run, with what a reader must know. */
export const commandsOf = (clients) =>
  clients
    .map((client) =>
      [
        `### ${headingOf(client)} ${client.version}`,
        '',
        '```sh',
        ...[...client.install, ...client.generate, programLine(client), ...client.compile, client.run],
        '```',
        '',
        ...[`[The program](clients/${client.program}).`, ...client.notes].map((note) => `- ${note}`),
      ].join('\n'),
    )
    .join('\n\n');

/** Replaces the part of the page between the two comments of this name. */
function replacePart(text, name, content) {
  const [start, end] = [`<!-- ${name}: written by npm run check -- clients -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/clients.md has no part "${name}"`);
  return `${text.slice(0, from)}${start}\n\n${content}\n\n${text.slice(to)}`;
}

/** Writes parts, by name, into the page. */
export function writePage(parts) {
  const text = Object.entries(parts).reduce((whole, [name, content]) => replacePart(whole, name, content), readFileSync(page, 'utf8'));
  writeFileSync(page, text);
}
