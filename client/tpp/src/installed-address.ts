import { readFileSync } from 'node:fs';

/**
 * The address that npm has installed this package from, without its path: npm writes it beside the packages, in `.package-lock.json`.
 * Undefined where it was installed in another way.
 */
export function installedOrigin(program: string | URL = import.meta.url): string | undefined {
  try {
    const lock = JSON.parse(readFileSync(new URL('../../.package-lock.json', program), 'utf8')) as {
      readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>;
    };
    const resolved = lock.packages?.['node_modules/@open-banking/tpp']?.resolved;
    return resolved === undefined || !/^https?:/.test(resolved) ? undefined : resolved.replace(/\/guides\/[^/]*$/, '');
  } catch {
    return undefined;
  }
}
