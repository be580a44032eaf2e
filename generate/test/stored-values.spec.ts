import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productFolders, root } from './workspace.js';

const sources = (ending: string, ...folders: string[]): { readonly path: string; readonly text: string }[] =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith(ending) && !/(^|\/)(node_modules|dist|test|testing)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const code = sources('.ts', ...productFolders);
const migrations = sources('up.sql', 'apps', 'libs').filter(({ path }) => !path.startsWith('libs/commands/jobs/'));
const all = [...code, ...migrations];
const matching = (pattern: RegExp, of: typeof all): string[] =>
  of.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([found]) => `${path}: ${found}`));

describe('what the sources store and read', () => {
  it('are enough files to judge by', () => {
    expect(code.length).toBeGreaterThan(500);
    expect(migrations.length).toBeGreaterThan(80);
  });

  /** 2^31 seconds after 1970 is 19 January 2038. */
  it('no seconds since 1970 have 31 bits', () => {
    const narrow = /epoch from(?:[^()]|\([^()]*\))*\)+ *(?:::\s*|as )(?:int|integer|int4|smallint)\b/gi;
    expect('extract(epoch from a.expires_at)::int').toMatch(narrow);
    expect('round(extract(epoch from a.expires_at))::float8').not.toMatch(narrow);
    expect(matching(narrow, all)).toEqual([]);
  });

  it('no column of an instant, a position or a number of bytes has 31 bits', () => {
    const narrow =
      /^\s*(?:add column )?\w*(?:_at|_since|_until|epoch\w*|position|offset\w*|_bytes|bytes|size|first_leaf)\s+(?:integer|int|int4|smallint)\b/gim;
    expect('  expires_at  integer not null').toMatch(narrow);
    expect('  expires_at  timestamptz not null').not.toMatch(narrow);
    expect(matching(narrow, migrations)).toEqual([]);
  });

  it('no number that may be an instant passes through an operator of 32 bits', () => {
    const narrow = /(?:now\(\)|Date\.parse\([^)]*\)|getTime\(\)|Seconds|Ms|epoch)\s*(?:\|\s*0|>>>?|<<)(?![=<>])/g;
    expect('Date.now() | 0').toMatch(narrow);
    expect(matching(narrow, code)).toEqual([]);
  });

  /**
   * The schema of account references refuses `pan` in requests and load files; nothing else may declare such a field, or read it from
   * anywhere.
   */
  it('no field holds a whole card number', () => {
    const field = /\bpan\b\s*[?!]?:|\.pan\b|['"]pan['"]/g;
    expect(
      matching(field, code).filter((found) => !/^libs\/(?:messages\/src\/reference|database\/src\/json-columns)\.ts: /.test(found)),
    ).toEqual([]);
  });

  /** Of the documents, which are written from the schemas that validate: `RequestedAmount` alone asks for the decimals of the currency. */
  it('every amount of a request has the decimals of its currency', () => {
    const documents = readdirSync(join(root, 'docs/openapi')).filter((file) => file.endsWith('.json'));
    expect(documents.length).toBeGreaterThan(4);
    const amounts: string[] = [];
    for (const file of documents) {
      const document = JSON.parse(readFileSync(join(root, 'docs/openapi', file), 'utf8')) as Json;
      const visit = (schema: unknown, name: string, seen: ReadonlySet<string>): void => {
        if (typeof schema !== 'object' || schema === null) return;
        const { $ref: reference, properties, ...more } = schema as { $ref?: string; properties?: Json };
        if (reference !== undefined && !seen.has(reference))
          visit(at(document, reference), reference.split('/').at(-1)!, new Set([...seen, reference]));
        if (properties && 'amount' in properties && 'currency' in properties) amounts.push(name);
        for (const [member, value] of Object.entries(properties ?? {})) visit(value, member, seen);
        for (const value of Object.values(more)) visit(value, name, seen);
      };
      for (const operations of Object.values(document['paths'] as Json))
        for (const operation of Object.values(operations as Json)) visit((operation as Json)['requestBody'], 'a body', new Set());
    }
    expect(amounts.length).toBeGreaterThan(3);
    expect(amounts.filter((name) => !name.startsWith('RequestedAmount'))).toEqual([]);
  });
});

type Json = Readonly<Record<string, unknown>>;
const at = (document: Json, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Json)[name], document);
