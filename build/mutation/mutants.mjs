// The mutants of a source file: each is the file with one small fault in it. Types, imports and wording are left alone.
import ts from 'typescript';

const { SyntaxKind: Kind } = ts;

const otherOperator = new Map([
  [Kind.LessThanToken, ['<=', '>=']],
  [Kind.LessThanEqualsToken, ['<', '>']],
  [Kind.GreaterThanToken, ['>=', '<=']],
  [Kind.GreaterThanEqualsToken, ['>', '<']],
  [Kind.EqualsEqualsEqualsToken, ['!==']],
  [Kind.ExclamationEqualsEqualsToken, ['===']],
  [Kind.AmpersandAmpersandToken, ['||']],
  [Kind.BarBarToken, ['&&']],
  [Kind.QuestionQuestionToken, ['&&']],
  [Kind.PlusToken, ['-']],
  [Kind.MinusToken, ['+']],
  [Kind.AsteriskToken, ['/']],
  [Kind.SlashToken, ['*']],
  [Kind.PercentToken, ['*']],
  [Kind.PlusEqualsToken, ['-=']],
  [Kind.MinusEqualsToken, ['+=']],
]);

const otherMethod = new Map(
  Object.entries({
    ...{ some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith', floor: 'ceil', ceil: 'floor', round: 'floor' },
    ...{ plus: 'minus', minus: 'plus', times: 'div', div: 'times', min: 'max', max: 'min', find: 'findLast', flatMap: 'map' },
    ...{ lessThan: 'lessThanOrEqualTo', greaterThan: 'greaterThanOrEqualTo', lessThanOrEqualTo: 'lessThan' },
  }),
);
/** Calls that may be left out: what they are called on takes their place. */
const leftOut = new Set(['filter', 'sort', 'slice', 'toLowerCase', 'toUpperCase', 'negated', 'trim', 'replace']);

/** Fields whose text is for people. */
const wording = new Set(['description', 'examples', 'text', 'message', 'x-must', '$id']);
const hasWords = (text) => /[a-z]{2,}[,;:]? [a-z]+/iu.test(text);

/** The replacements of an expression or a statement; none for kinds of node that are left alone. */
const replacements = {
  [Kind.BinaryExpression]: (node, text) =>
    (otherOperator.get(node.operatorToken.kind) ?? []).map((operator) => `(${text(node.left)} ${operator} ${text(node.right)})`),
  [Kind.PrefixUnaryExpression]: (node, text) =>
    node.operator === Kind.ExclamationToken || node.operator === Kind.MinusToken ? [`(${text(node.operand)})`] : [],
  [Kind.ConditionalExpression]: (node, text) => [`(${text(node.whenTrue)})`, `(${text(node.whenFalse)})`],
  [Kind.IfStatement]: (node, text) =>
    ['true', 'false'].map(
      (value) => `if (${value}) ${text(node.thenStatement)}${node.elseStatement ? ` else ${text(node.elseStatement)}` : ''}`,
    ),
  [Kind.TrueKeyword]: () => ['false'],
  [Kind.FalseKeyword]: () => ['true'],
  // The sign of a negative number is left out.
  [Kind.NumericLiteral]: (node) => (ts.isPrefixUnaryExpression(node.parent) ? [] : [String(Number(node.text) + 1)]),
  [Kind.StringLiteral]: (node) => (hasWords(node.text) ? [] : [node.text === '' ? "'mutant'" : "''"]),
  [Kind.TemplateExpression]: (node, text) => (hasWords(text(node).replace(/\$\{[^}]*\}/g, '$')) ? [] : ["''"]),
  [Kind.ArrayLiteralExpression]: (node) => (node.elements.length > 0 ? ['[]'] : []),
  [Kind.ReturnStatement]: (node) => (node.expression && node.expression.getText() !== 'undefined' ? ['return undefined;'] : []),
  [Kind.ArrowFunction]: (node, text) =>
    ts.isBlock(node.body) || text(node.body) === 'undefined'
      ? []
      : [`${text(node).slice(0, node.body.getStart() - node.getStart())}undefined`],
  [Kind.ExpressionStatement]: () => [';'],
  [Kind.ThrowStatement]: () => [';'],
  [Kind.CallExpression]: ({ expression, arguments: given }, text) => {
    if (!ts.isPropertyAccessExpression(expression)) return [];
    const [on, name] = [text(expression.expression), expression.name.text];
    const rest = `(${given.map(text).join(', ')})`;
    return [...(otherMethod.has(name) ? [`${on}.${otherMethod.get(name)}${rest}`] : []), ...(leftOut.has(name) ? [on] : [])];
  },
};

const isOfTypes = (node) =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node);
const isOfWording = (node) =>
  (ts.isPropertyAssignment(node) && wording.has(node.name.text)) ||
  // An error for programmers, as opposed to a refusal.
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()));

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

/** @returns {{ line: number, on: string, was: string, becomes: string, source: string }[]} */
export function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const text = (node) => node.getText(tree);
  const found = [];
  const visit = (node) => {
    if (isOfTypes(node) || isOfWording(node) || ts.isDecorator(node)) return;
    for (const becomes of replacements[node.kind]?.(node, text) ?? []) {
      const [start, end] = [node.getStart(tree), node.getEnd()];
      const { line } = tree.getLineAndCharacterOfPosition(start);
      found.push({
        line: line + 1,
        on: source.split('\n')[line].trim(),
        was: oneLine(text(node)),
        becomes: oneLine(becomes),
        source: source.slice(0, start) + becomes + source.slice(end),
      });
    }
    ts.forEachChild(node, (child) => {
      // The name of a field or an import is no literal of the rule.
      if (child !== node.name) visit(child);
    });
  };
  visit(tree);
  return found;
}
