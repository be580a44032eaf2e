import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root } from './workspace.js';

/** The ways in which code sends an HTTP request, itself or by a library. */
const ways: Readonly<Record<string, RegExp>> = {
  fetch: /(?<![\w.#$]|\b(?:async|function) )fetch\(|\b(?:globalThis|window)\.fetch\b|\bXMLHttpRequest\b/,
  'node:http': /^import (?!type)(?:\* as|\w+|\{[^}]*\b(?:request|get)\b(?! as default)[^}]*\}).* from '(?:node:)?https?';$/m,
  undici: /^import (?!type)[^;]* from 'undici';$/m,
  'openid-client': /\bimport\('openid-client'\)|^import (?!type)[^;]* from 'openid-client';$/m,
  'oidc-provider': /\bextends Provider\b|\bnew Provider\(/,
  jose: /\bcreateRemoteJWKSet\(/,
  OpenTelemetry: /^import (?!type)[^;]* from '@opentelemetry\/exporter-[^']*';$/m,
};

/** Packages that are not the bank: clients of it, what surrounds it, and tools of development. */
const others = /^(?:bench|build|campaigns|client|generate|sandbox|simulators|testing|verification)\b|\/testing\b/;

const waysIn = (source: string): string[] => Object.entries(ways).flatMap(([name, way]) => (way.test(source) ? [name] : []));

const sources = packageFolders
  .filter((folder) => !others.test(folder))
  .map((project) => join(project, 'src'))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.ts') && !path.includes('/testing/'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

/** How the requests of a file get the bank's User-Agent. */
const named: Readonly<Record<string, readonly [way: string, by: RegExp]>> = {
  'libs/http/src/guarded-fetch.ts': ['node:http', /'user-agent': userAgent/],
  'libs/http/src/outgoing-fetch.ts': ['fetch', /headers\.set\('user-agent', userAgent\)/],
  'libs/issuer/src/issuer/limited-provider.ts': ['oidc-provider', /super\(home\.issuer, configuration\)/],
  'libs/issuer/src/login/logout-token.ts': ['jose', /\[customFetch\]: outgoingFetch/],
  'libs/issuer/src/login/openid-provider.ts': ['openid-client', /\boutgoingFetch\(/],
  'libs/operator-client/src/exchange.ts': ['node:http', /'user-agent': userAgent/],
  'libs/service/src/availability/ready-periods.service.ts': ['node:http', /'user-agent': userAgent/],
  'libs/telemetry/src/tracing/tracer-provider.ts': ['OpenTelemetry', /^ {4}userAgent,$/m],
};

/** Files that send no request of the bank to anybody else. */
const apart: Readonly<Record<string, string>> = {
  'apps/portal/src/samples/call-samples.ts': 'fetch', // a text for developers
  'gateway/src/replicas.ts': 'undici', // hands on the requests of clients, with theirs
  'libs/access/src/internal-exchange.ts': 'node:http', // among the bank's own services
  'libs/pages/src/waiting-script.ts': 'fetch', // a script of browsers
};

describe('requests that the bank sends', () => {
  it('are found in whatever way they are sent', () => {
    const found = (source: string) => waysIn(source).join();
    expect(found('const answer = await fetch(url);')).toBe('fetch');
    expect(found('return globalThis.fetch;')).toBe('fetch');
    expect(found(`import { request } from 'node:https';`)).toBe('node:http');
    expect(found(`import { Agent, request as send, type IncomingMessage } from 'node:http';`)).toBe('node:http');
    expect(found(`import http from 'node:http';`)).toBe('node:http');
    expect(found(`import { Pool } from 'undici';`)).toBe('undici');
    expect(found(`const keys = createRemoteJWKSet(url);`)).toBe('jose');
    expect(found(`import { createServer, type Server } from 'node:http';\nimport type { Dispatcher } from 'undici';`)).toBe('');
    expect(found('await this.fetch(url); await gateway.fetch(url); outgoingFetch(url); async fetch(url) {')).toBe('');
  });

  it('all name the bank by its User-Agent: no file sends one in a way of its own', () => {
    expect(sources.length).toBeGreaterThan(900);
    const found = Object.fromEntries(
      sources.flatMap(({ path, source }) => (waysIn(source).length > 0 ? [[path, waysIn(source).join()]] : [])),
    );
    expect(found).toEqual({ ...apart, ...Object.fromEntries(Object.entries(named).map(([path, [way]]) => [path, way])) });
    const sourceOf = (path: string): string => sources.find((one) => one.path === path)!.source;
    for (const [path, [, by]] of Object.entries(named)) expect(sourceOf(path)).toMatch(by);
    // The configuration of oidc-provider: keys of clients by the guarded fetch.
    expect(sourceOf('libs/issuer/src/issuer/provider.ts')).toMatch(/\bfetch: parts\.keySets\.fetch\b/);
    expect(sourceOf('libs/issuer/src/issuer/key-sets.ts')).toMatch(/\bguardedFetch\(/);
  });
});
