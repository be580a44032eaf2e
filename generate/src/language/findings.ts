import { commentsIn, type Comment } from './comments.js';

/** The patterns that are counted (docs/layout.md, "Names and comments"), and what a comment says instead. */
export const patterns = {
  bareClause: 'begins with a bare clause: begin with the thing, or with a verb',
  told: 'says tell, tells or told: name what happens (return, log, notify, report)',
  anyone: 'says whoever, nobody or somebody: name the role',
  wide: 'is wider than 140 columns: wrap it',
} as const;
export type Pattern = keyof typeof patterns;
export const allPatterns = Object.keys(patterns) as Pattern[];

/** An occurrence of a pattern, with the line of the file (from 1). */
export interface Finding {
  readonly pattern: Pattern;
  readonly line: number;
  readonly text: string;
}

/** The first word of a comment in lower case; empty where it begins with no word. */
export const firstWord = (text: string): string => /^[^\p{L}\d]*([\p{L}'’-]+)/u.exec(text)?.[1]!.toLowerCase() ?? '';

const clauseWords: ReadonlySet<string> = new Set(['what', 'of', 'whose', 'where', 'who', 'whom', 'whoever', 'whatever', 'whether']);

/** Whether the code after a comment declares a boolean: by its type, its value, or a name such as `isOpen`. */
const declaresBoolean = (declaration: string): boolean =>
  /\bboolean\b|[:)] *\w+ is \w|[=:]\s*(true|false)\b|=>\s*!|Boolean\b|\b(is|has|can|may|must|should|was|are|does|needs)[A-Z]\w*/.test(
    declaration,
  );

function isBareClause({ text, declaration }: Comment): boolean {
  const word = firstWord(text);
  return clauseWords.has(word) && !(word === 'whether' && declaresBoolean(declaration));
}

const inComment: Readonly<Record<Exclude<Pattern, 'wide'>, (comment: Comment) => boolean>> = {
  bareClause: isBareClause,
  // To tell things apart is plain English.
  told: ({ text }) => /\b(tells?|told|telling)\b(?! (which|whether|if|(\S+ )?apart)\b)/i.test(text),
  anyone: ({ text }) => /\b(whoever|nobody|somebody)\b/i.test(text),
};

/** The occurrences in comments, at most one of each pattern in a comment, and one for each line that is too wide. */
export function findingsOf(comments: readonly Comment[]): Finding[] {
  return comments.flatMap((comment) => [
    ...(['bareClause', 'told', 'anyone'] as const)
      .filter((pattern) => inComment[pattern](comment))
      .map((pattern) => ({ pattern, line: comment.line, text: comment.text })),
    ...comment.wideLines.map(({ line, text }) => ({ pattern: 'wide' as const, line, text: text.trim() })),
  ]);
}

/** The occurrences in the comments of a source. */
export const findingsIn = (source: string): Finding[] => findingsOf(commentsIn(source));
