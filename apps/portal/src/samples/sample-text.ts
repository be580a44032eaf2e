import { shellWord } from './shell-word.js';

/** A part of a text: a literal, a variable of the environment, or a value that is new at each run: a UUID, or 13 characters of one. */
export type Part = string | { readonly variable: string } | { readonly fresh: 'uuid' | 'code' };
/** A text of a sample, such as an address or a header, in parts. */
export type SampleText = readonly Part[];

/** The name of the environment variable for a parameter: `ACCOUNT_ID` for `account-id`, `LOAN_ACCOUNT_ID` for `loanAccountID`. */
export const variableName = (parameter: string): string =>
  parameter
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/\W/g, '_')
    .toUpperCase();

/** The variables that a text names. */
export const variablesIn = (text: SampleText): string[] =>
  text.flatMap((part) => (typeof part !== 'string' && 'variable' in part ? [part.variable] : []));

const isPlain = (text: SampleText): text is readonly string[] => text.every((part) => typeof part === 'string');

// Debian without the package uuid-runtime has no uuidgen; macOS has no /proc.
const uuidInShell = 'uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid';
const freshInShell = { uuid: `$(${uuidInShell})`, code: `$( (${uuidInShell}) | cut -c 1-13)` };
/** Characters that mean the same between double quotes of a shell, a history expansion included. */
const isSafeQuoted = (literal: string): boolean => !/[\\"$`!]/.test(literal);

function inShellQuotes(part: Part, following: Part | undefined): string {
  if (typeof part === 'string') return part;
  if ('fresh' in part) return freshInShell[part.fresh];
  return typeof following === 'string' && /^\w/.test(following) ? `\${${part.variable}}` : `$${part.variable}`;
}

/** The text as one word of a POSIX shell. */
export function shellText(text: SampleText): string {
  if (isPlain(text)) return shellWord(text.join(''));
  if (text.every((part) => typeof part !== 'string' || isSafeQuoted(part)))
    return `"${text.map((part, at) => inShellQuotes(part, text[at + 1])).join('')}"`;
  return text.map((part) => (typeof part === 'string' ? shellWord(part) : `"${inShellQuotes(part, undefined)}"`)).join('');
}

const freshInNode = { uuid: 'crypto.randomUUID()', code: 'crypto.randomUUID().slice(0, 13)' };
/** A literal between quotes that are not `"`: with the escapes of JSON, but with its quotes and the ends of its lines as they are. */
const between = (literal: string): string =>
  JSON.stringify(literal)
    .slice(1, -1)
    .replaceAll(/\\(.)/g, (pair, character: string) => ({ n: '\n', '"': '"' })[character] ?? pair);
/** True for a text that is written on several lines. A line `END` would end the document that the shell reads. */
const hasLines = (text: SampleText): boolean => {
  const whole = text.map((part) => (typeof part === 'string' ? part : '0')).join('');
  return whole.includes('\n') && !/^END$/m.test(whole);
};
const onOneLine = (literal: string): string => JSON.stringify(literal).slice(1, -1);

/** The text as an expression of JavaScript. */
export function nodeText(text: SampleText): string {
  if (isPlain(text) && !hasLines(text)) return JSON.stringify(text.join(''));
  const value = (part: Exclude<Part, string>): string => ('fresh' in part ? freshInNode[part.fresh] : `process.env.${part.variable}`);
  const [first] = text;
  if (text.length === 1 && typeof first === 'object') return value(first);
  const literal = (part: string): string => (hasLines(text) ? between : onOneLine)(part).replaceAll(/`|\$\{/g, String.raw`\$&`);
  return `\`${text.map((part) => (typeof part === 'string' ? literal(part) : `\${${value(part)}}`)).join('')}\``;
}

const freshInPython = { uuid: 'str(uuid.uuid4())', code: 'str(uuid.uuid4())[:13]' };

/** The text as an expression of Python. Texts with braces are joined, as an f-string would need each brace twice. */
export function pythonText(text: SampleText): string {
  const quotes = hasLines(text) ? "'''" : '"';
  const literal = (part: string): string => (hasLines(text) ? between(part).replaceAll("'", String.raw`\'`) : onOneLine(part));
  if (isPlain(text)) return `${quotes}${literal(text.join(''))}${quotes}`;
  const value = (part: Exclude<Part, string>): string => ('fresh' in part ? freshInPython[part.fresh] : `os.environ['${part.variable}']`);
  const asString = (part: Part): string => {
    if (typeof part === 'string') return `${quotes}${literal(part)}${quotes}`;
    return value(part).replaceAll("'", '"');
  };
  const [first] = text;
  if (text.length === 1) return asString(first!);
  if (text.some((part) => typeof part === 'string' && /[{}]/.test(part))) return `(${text.map(asString).join(' + ')})`;
  return `f${quotes}${text.map((part) => (typeof part === 'string' ? literal(part) : `{${value(part)}}`)).join('')}${quotes}`;
}

/** The modules of Python that an expression of this text needs. */
export const pythonModules = (text: SampleText): string[] =>
  text.flatMap((part) => {
    if (typeof part === 'string') return [];
    return 'variable' in part ? ['os'] : ['uuid'];
  });
