import ts from 'typescript';

/** A block comment, or a run of `//` lines that stand alone on consecutive lines. */
export interface Comment {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The text without the comment marks, on one line. */
  readonly text: string;
  /** The line of code that follows it, decorators left out. */
  readonly declaration: string;
  /** Its lines that are longer than `MAX_COLUMNS`, code on the same line included. */
  readonly wideLines: readonly { readonly line: number; readonly text: string }[];
}

/** The formatter's width (.prettierrc.json). It does not wrap comments, so comments are checked here. */
export const MAX_COLUMNS = 140;

interface Token {
  readonly kind: ts.SyntaxKind;
  readonly from: number;
  readonly to: number;
}

const kinds = ts.SyntaxKind;

/** A slash after one of these tokens, or after a keyword that is a value, divides. After any other token it begins a regular expression. */
const expressionEnds: ReadonlySet<ts.SyntaxKind> = new Set([
  kinds.Identifier,
  kinds.PrivateIdentifier,
  kinds.NumericLiteral,
  kinds.BigIntLiteral,
  kinds.StringLiteral,
  kinds.RegularExpressionLiteral,
  kinds.NoSubstitutionTemplateLiteral,
  kinds.TemplateTail,
  kinds.CloseParenToken,
  kinds.CloseBracketToken,
  kinds.CloseBraceToken,
  kinds.ThisKeyword,
  kinds.SuperKeyword,
  kinds.TrueKeyword,
  kinds.FalseKeyword,
  kinds.NullKeyword,
  kinds.PlusPlusToken,
  kinds.MinusMinusToken,
]);

/** Which kinds of brace are open, the outermost first. */
type Braces = ('template' | 'block')[];

/** The kind of the scanned token. TypeScript's scanner needs help with regular expressions and with the end of `${…}`. */
function rescanned(scanner: ts.Scanner, kind: ts.SyntaxKind, previous: ts.SyntaxKind, braces: Braces): ts.SyntaxKind {
  const isSlash = kind === kinds.SlashToken || kind === kinds.SlashEqualsToken;
  if (isSlash && !expressionEnds.has(previous)) return scanner.reScanSlashToken();
  if (kind === kinds.CloseBraceToken && braces.pop() === 'template') return scanner.reScanTemplateToken(false);
  return kind;
}

/** All tokens of a source, comments included. */
function* tokensOf(source: string): Generator<Token> {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source);
  const braces: Braces = [];
  let previous: ts.SyntaxKind = kinds.Unknown;
  for (let scanned = scanner.scan(); scanned !== kinds.EndOfFileToken; scanned = scanner.scan()) {
    const kind = rescanned(scanner, scanned, previous, braces);
    if (kind === kinds.OpenBraceToken) braces.push('block');
    if (kind === kinds.TemplateHead || kind === kinds.TemplateMiddle) braces.push('template');
    if (kind > kinds.LastTriviaToken) previous = kind;
    yield { kind, from: scanner.getTokenStart(), to: scanner.getTokenEnd() };
  }
}

/** The numbers of the first and the last line of a comment, from 0. */
interface Lines {
  readonly isRun: boolean;
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

const isComment = ({ kind }: Token): boolean => kind === kinds.SingleLineCommentTrivia || kind === kinds.MultiLineCommentTrivia;

/** The comments with their lines; a run of `//` lines is one. */
function commentLines(source: string, lines: readonly string[]): Lines[] {
  const found: Lines[] = [];
  let line = 0;
  let lineStart = 0;
  for (const token of tokensOf(source)) {
    if (!isComment(token)) continue;
    while (lineStart + lines[line]!.length < token.from) lineStart += lines[line++]!.length + 1;
    const text = source.slice(token.from, token.to);
    const isRun = token.kind === kinds.SingleLineCommentTrivia && lines[line]!.trimStart().startsWith('//');
    const before = found.at(-1);
    if (isRun && before?.isRun && before.last === line - 1)
      found[found.length - 1] = { ...before, last: line, text: `${before.text}\n${text}` };
    else found.push({ isRun, first: line, last: line + text.split('\n').length - 1, text });
  }
  return found;
}

const withoutMarks = (text: string): string =>
  text
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(\/\/+|\*+)/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** An instruction to a tool, such as a mark for SQL, `eslint-disable-next-line` or `@ts-expect-error`. */
const isInstruction = (text: string): boolean => /^(sql$|eslint-|@ts-|@jest-|prettier-|[#@]__|<reference )/.test(text);

/** The comments of a TypeScript or JavaScript source, in order. Instructions to tools are left out. */
export function commentsIn(source: string): Comment[] {
  const lines = source.split('\n');
  return commentLines(source, lines)
    .map(({ first, last, text }) => ({
      line: first + 1,
      text: withoutMarks(text),
      declaration: lines.slice(last + 1, last + 6).find((line) => !/^\s*(@|$)/.test(line)) ?? '',
      wideLines: lines
        .slice(first, last + 1)
        .map((text, index) => ({ line: first + index + 1, text }))
        .filter(({ text }) => text.length > MAX_COLUMNS),
    }))
    .filter(({ text }) => text !== '' && !isInstruction(text));
}
