// Migrations as statements of normalized words: enough to judge what they do to tables. Comments and the content of literals are gone.

/** A statement in lower case, its words separated by single spaces, and the texts of its literals and bodies, which may hold SQL too. */
export interface Statement {
  readonly text: string;
  readonly literals: readonly string[];
}

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(?<tag>\w*)\$(?<body>[\s\S]*?)\$\k<tag>\$|'(?<literal>(?:[^']|'')*)'|"(?<quoted>(?:[^"]|"")*)"|[\w$.]+|[^\s\w]/g;

/** The statements of a file. A body between dollar signs is one word of its statement, so its semicolons end nothing. */
export function statementsOf(sql: string): Statement[] {
  const statements: { words: string[]; literals: string[] }[] = [{ words: [], literals: [] }];
  for (const { 0: word, groups: { body, literal, quoted } = {} } of sql.matchAll(token)) {
    if (word.startsWith('--') || word.startsWith('/*')) continue;
    const last = statements.at(-1)!;
    const inner = body ?? literal;
    if (word === ';') statements.push({ words: [], literals: [] });
    else last.words.push(inner === undefined ? (quoted ?? word.toLowerCase()) : "''");
    if (inner !== undefined) last.literals.push(inner.replaceAll("''", "'"));
  }
  return statements.filter(({ words }) => words.length > 0).map(({ words, literals }) => ({ text: words.join(' '), literals }));
}

/** The actions of `alter table …`, one each: commas in brackets separate nothing. */
export function actionsOf(text: string): string[] {
  const actions: string[][] = [[]];
  let depth = 0;
  for (const word of text.split(' ')) {
    depth += Number(word === '(') - Number(word === ')');
    if (word === ',' && depth === 0) actions.push([]);
    else actions.at(-1)!.push(word);
  }
  return actions.map((words) => words.join(' '));
}
