// The titles of a test file, read from its syntax tree: nothing is run.
import { dirname, join } from 'node:path';
import ts from 'typescript';

const declaring = new Set(['describe', 'it', 'test', 'xit', 'xtest', 'xdescribe', 'fit', 'fdescribe']);

/** The function that is called: `it` of `it(…)`, `it.each(…)(…)`, `it.each`…`(…)` and `describe.concurrent(…)`. */
function rootOf(callee) {
  for (let node = callee; ;) {
    if (ts.isIdentifier(node)) return node.text;
    if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) node = node.expression;
    else if (ts.isTaggedTemplateExpression(node)) node = node.tag;
    else return undefined;
  }
}

/** `it.each(rows)` returns what is then called with a title; it declares nothing itself. */
const returnsDeclaration = (callee) => ts.isPropertyAccessExpression(callee) && callee.name.text === 'each';

/** A title as it is written. What is only known when the tests run stands as its expression: `${name}`. */
function titleOf(node, file) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ expression, literal }) => `\${${expression.getText(file)}}${literal.text}`).join('');
  return `\${${node.getText(file).replace(/\s+/g, ' ')}}`;
}

/** Prints of functions that declare tests are made where they are called, in a file of their own too. */
export class DeclaredTitles {
  #files = new Map();

  constructor(sources) {
    this.sources = sources;
  }

  /** The full titles of a file's tests, in their order: `group › test`. Rows of `each` are one title, its template. */
  of(path) {
    const titles = [];
    this.#visit(this.#file(path), this.#file(path).tree, [], titles, new Set());
    return titles;
  }

  #file(path) {
    const known = this.#files.get(path);
    if (known) return known;
    const tree = ts.createSourceFile(path, this.sources.get(path), ts.ScriptTarget.Latest, true);
    const file = { path, tree, functions: new Map(), imports: new Map() };
    this.#files.set(path, file);
    const collect = (node) => {
      if (ts.isFunctionDeclaration(node) && node.name && node.body) file.functions.set(node.name.text, node);
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
        file.functions.set(node.name.getText(tree), node.initializer);
      if (ts.isImportDeclaration(node)) this.#collectImports(file, node);
      ts.forEachChild(node, collect);
    };
    collect(tree);
    return file;
  }

  #collectImports(file, node) {
    const from = this.#resolved(file.path, node.moduleSpecifier.text);
    const named = node.importClause?.namedBindings;
    if (!from || !named || !ts.isNamedImports(named)) return;
    for (const one of named.elements) file.imports.set(one.name.text, { from, name: (one.propertyName ?? one.name).text });
  }

  /** The file that an import leads to, if it is one of tests. */
  #resolved(path, specifier) {
    const target = specifier.startsWith('.')
      ? join(dirname(path), specifier).replace(/\.js$/, '.ts')
      : specifier.replace(/^@open-banking\/testing(?:\/(.+))?$/, (_, entry = 'index') => `testing/src/${entry}.ts`);
    return this.sources.has(target) ? target : undefined;
  }

  /** A function of the file, or one that it imports; entries that only export what other files declare are followed. */
  #functionNamed(file, name) {
    const own = file.functions.get(name);
    if (own) return { file, node: own };
    const imported = file.imports.get(name) ?? this.#reExported(file, name);
    return imported && this.#functionNamed(this.#file(imported.from), imported.name);
  }

  #reExported(file, name) {
    for (const node of file.tree.statements) {
      if (!ts.isExportDeclaration(node) || !node.moduleSpecifier || !node.exportClause || !ts.isNamedExports(node.exportClause)) continue;
      const one = node.exportClause.elements.find((element) => element.name.text === name);
      const from = one && this.#resolved(file.path, node.moduleSpecifier.text);
      if (from) return { from, name: (one.propertyName ?? one.name).text };
    }
    return undefined;
  }

  #visit(file, node, groups, titles, entered) {
    const isDeclaredFunction = [...file.functions.values()].includes(node);
    if (isDeclaredFunction) return;
    if (ts.isCallExpression(node)) {
      const root = rootOf(node.expression);
      if (declaring.has(root)) return this.#declaration(file, node, root, groups, titles, entered);
      if (ts.isIdentifier(node.expression)) this.#enter(file, node.expression.text, groups, titles, entered);
    }
    ts.forEachChild(node, (child) => this.#visit(file, child, groups, titles, entered));
  }

  #declaration(file, node, root, groups, titles, entered) {
    if (returnsDeclaration(node.expression)) return;
    const [title, body] = node.arguments;
    if (!title) return;
    const path = [...groups, titleOf(title, file.tree)];
    if (!/describe$/.test(root)) titles.push(path.join(' › '));
    else if (body && ts.isIdentifier(body)) this.#enter(file, body.text, path, titles, entered);
    else if (body) ts.forEachChild(body, (child) => this.#visit(file, child, path, titles, entered));
  }

  /** Collects the titles that a function declares for its caller. */
  #enter(file, name, groups, titles, entered) {
    const found = this.#functionNamed(file, name);
    if (!found || entered.has(found.node)) return;
    const inside = new Set([...entered, found.node]);
    ts.forEachChild(found.node, (child) => this.#visit(found.file, child, groups, titles, inside));
  }
}
