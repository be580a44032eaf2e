import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codes, oauthRefusals, pageOfCode, httpStatuses, type Code } from '@open-banking/messages';
import { interfaceServices, sitePages } from '@open-banking/spec';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const known = Object.keys(codes).sort();

interface Document {
  components: {
    schemas: { TppMessages: { properties: { tppMessages: { items: { properties: { code: { enum: string[] } } } } } } };
    responses: Record<
      string,
      { content: Record<string, { examples: Record<string, { value: { tppMessages: { code: string; text: string }[] } }> }> }
    >;
  };
}
const documents = readdirSync(join(root, 'docs/openapi'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(read(`docs/openapi/${name}`)) as Document);
const documented = documents.flatMap(({ components }) =>
  Object.entries(components.responses).flatMap(([name, { content }]) =>
    Object.entries(content['application/json']!.examples).map(([code, { value }]) => ({ status: Number(name.split('-')[0]), code, value })),
  ),
);

describe('the error codes', () => {
  it('are exactly those of docs/errors.md, with their statuses and texts', () => {
    const rows = read('docs/errors.md')
      .split('\n')
      .filter((line) => /^\| \d{3}/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map(([, , code]) => code).sort()).toEqual(known);
    for (const [, statuses, code, text, when] of rows) {
      expect(statuses).toBe(httpStatuses(code as Code).join(', '));
      expect(text).toBe(codes[code as Code].text);
      expect(when).not.toBe('');
    }
  });

  it('each have a page at the portal, which errors link to', () => {
    for (const code of known) expect(pageOfCode(code)).toBe(sitePages.showError.path.replace('{code}', code));
  });

  it('are exactly those that every OpenAPI document allows in an error', () => {
    expect(documents.length).toBeGreaterThan(0);
    for (const { components } of documents)
      expect([...components.schemas.TppMessages.properties.tppMessages.items.properties.code.enum].sort()).toEqual(known);
  });

  it('appear in OpenAPI only under their own status and code, with a sentence each', () => {
    expect(documented.length).toBeGreaterThan(40);
    for (const { status, code, value } of documented) {
      expect(httpStatuses(code as Code)).toContain(status);
      // The bank's own answers may name a path and say more than the table; all of them are sentences under the entry's code.
      for (const message of value.tppMessages)
        expect(message).toEqual(
          expect.objectContaining({ category: 'ERROR', code, text: expect.stringMatching(/\.$/), href: `/errors/${code}` }),
        );
    }
  });
});

describe('the errors of OAuth endpoints', () => {
  const issuer = 'libs/issuer/src';
  const sources = readdirSync(join(root, issuer), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => read(join(issuer, path)));
  /** Authorization requests end with these at the redirect URI of their client, or on a page. */
  const elsewhere = ['access_denied', 'invalid_request_uri', 'session_not_found'];
  const errorOf = (name: string) =>
    name === 'InvalidClientAuth' ? 'invalid_client' : name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

  it('that issuers throw or name are all listed in docs/errors.md', () => {
    const thrown = sources.flatMap((text) => [...text.matchAll(/\berrors\.([A-Z]\w+)\(/g)].map(([, name]) => errorOf(name!)));
    const named = sources.flatMap((text) =>
      [...text.matchAll(/'((?:invalid|unauthorized|unsupported)_[a-z_]+)'/g)].map(([, name]) => name!),
    );
    expect(thrown.length).toBeGreaterThan(10);
    const page = read('docs/errors.md');
    const isListed = (error: string) => page.includes(`| \`${error}\` |`);
    expect([...thrown, ...named].filter((error) => !elsewhere.includes(error) && !isListed(error))).toEqual([]);
    expect(oauthRefusals.filter(({ error }) => !isListed(error))).toEqual([]);
  });
});

describe('a service', () => {
  const sources = readdirSync(join(root, 'apps'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/([^/]+\/)?src\/.*\.ts$/.test(path))
    .map((path) => `apps/${path}`);

  it('refuses requests by throwing a code, never by a framework exception or a status', () => {
    const forbidden =
      /\b\w*(Http|NotFound|BadRequest|Forbidden|Unauthorized|Conflict|InternalServerError)Exception\b|\b(reply|response|res)\.(status|code)\(|@Res\(/;
    expect('throw new NotFoundException()').toMatch(forbidden);
    expect('reply.status(404)').toMatch(forbidden);
    expect("throw new Refusal('RESOURCE_UNKNOWN')").not.toMatch(forbidden);
    expect(sources.length).toBeGreaterThan(20);
    // Pages, and answers to notifications, are not responses of operations: their routes write them, as the issuers' do.
    const writesItsOwn = (path: string) => /-(pages\.service|router)\.ts$/.test(path) || read(path).includes('implements RouteRegistrar');
    expect(sources.filter((path) => !writesItsOwn(path) && forbidden.test(read(path)))).toEqual([]);
  });

  it.each(interfaceServices)('throws only codes that its document declares: %s', (service) => {
    const thrown = sources
      .filter((path) => path.startsWith(`apps/${service}/`))
      .flatMap((path) => [...read(path).matchAll(/\bRefusal\(\s*'(\w+)'|\bcode: '([A-Z_]{5,})'/g)].map(([, one, other]) => one ?? other!))
      .filter((code) => known.includes(code));
    const promised = Object.values((JSON.parse(read(`docs/openapi/${service}.json`)) as Document).components.responses).flatMap(
      ({ content }) => Object.keys(content['application/json']!.examples),
    );
    expect([...new Set(thrown)].filter((code) => !promised.includes(code))).toEqual([]);
  });
});
