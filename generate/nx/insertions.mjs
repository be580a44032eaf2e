// Changes of sources as texts: each returns the new text, or throws an Error that names the file and what is missing in it.

/** Adds names to the import from a module; `type Name` is a type. The names that are imported already stay. */
export function withImport(text, module, ...names) {
  const found = new RegExp(`import (type )?(\\w+, )?\\{([^}]*)\\} from '${module.replaceAll('.', '\\.')}';`).exec(text);
  if (!found)
    return `${text.slice(0, endOfImports(text))}import { ${names.join(', ')} } from '${module}';\n${text.slice(endOfImports(text))}`;
  const [whole, onlyTypes, withDefault = '', list] = found;
  const present = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => (onlyTypes && !name.startsWith('type ') ? `type ${name}` : name));
  const plain = (name) => name.replace(/^type /, '');
  const added = names.filter((name) => !present.some((other) => plain(other) === plain(name)));
  if (added.length === 0) return text;
  const all = [...present, ...added];
  const allTypes = all.every((name) => name.startsWith('type '));
  const written = allTypes && !withDefault ? `import type { ${all.map(plain).join(', ')} }` : `import ${withDefault}{ ${all.join(', ')} }`;
  return text.replace(whole, () => `${written} from '${module}';`);
}

const endOfImports = (text) =>
  [...text.matchAll(/^import [^;]*;\n/gm)].reduce((end, { 0: all, index }) => Math.max(end, index + all.length), 0);

/** Adds a method to the class of a file, after the public ones. */
export function withMethod(text, name, method, file) {
  if (new RegExp(`^  (?:async )?${name}\\(`, 'm').test(text)) throw new Error(`${file} has a method ${name} already: choose another id`);
  const start = text.indexOf('export class ');
  const end = text.indexOf('\n}\n', start);
  if (start < 0 || end < 0) throw new Error(`${file} has no class to add a method to`);
  // Private methods come last; a comment above the first of them belongs to it.
  const firstPrivate = /\n\n(?: {2}(?:\/\*\*|\*| \*|\/\/).*\n)* {2}private (?!readonly)/.exec(text.slice(start, end));
  const at = firstPrivate ? start + firstPrivate.index : end;
  return `${text.slice(0, at)}\n\n${method}${text.slice(at)}`;
}

/** Inserts a line after the last one that matches. */
export function withLineAfter(text, pattern, line, file) {
  const lines = text.split('\n');
  const at = lines.findLastIndex((one) => pattern.test(one));
  if (at < 0) throw new Error(`${file} has no line like ${pattern}`);
  return [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n');
}

const row = /^( {2}\w+: +)((?:get|post|put|delete) *\('[^']*', *)(\{.*)$/;

/** Adds a row to the table of a product and keeps its columns: all rows move where the new one needs more room. */
export function withRow(text, { id, call, options }, file) {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => row.test(line));
  if (last < 0) throw new Error(`${file} has no rows`);
  const [, names, calls] = row.exec(lines[last]);
  const nameWidth = Math.max(names.length, id.length + 4);
  const callWidth = Math.max(calls.length, call.length + 1);
  const moved = lines.map((line) => {
    const [, name, one, rest] = row.exec(line) ?? [];
    return rest === undefined ? line : `${name.padEnd(nameWidth)}${one.padEnd(callWidth)}${rest}`;
  });
  const added = `${`  ${id}:`.padEnd(nameWidth)}${call.padEnd(callWidth)}${options}),`;
  return [...moved.slice(0, last + 1), added, ...moved.slice(last + 1)].join('\n');
}
