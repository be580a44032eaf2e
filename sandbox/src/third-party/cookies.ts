interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A browser's cookies for one host (RFC 6265), sent only below the path they were set for. */
export class Cookies {
  private kept: Cookie[] = [];

  take(setCookie: string | string[] | undefined, requestPath: string): void {
    for (const line of [setCookie ?? []].flat()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const of = Object.fromEntries(
        attributes.map((attribute) => attribute.split('=') as [string, string?]).map(([name, value]) => [name.toLowerCase(), value ?? '']),
      );
      const at = pair.indexOf('=');
      const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path: of['path'] || requestPath.replace(/\/[^/]*$/, '') || '/' };
      this.kept = this.kept.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
      const ended = of['max-age'] === '0' || (of['expires'] !== undefined && Date.parse(of['expires']) <= Date.now());
      if (!ended) this.kept.push(cookie);
    }
  }

  for(path: string): string {
    const matches = (cookie: Cookie) =>
      path === cookie.path || path.startsWith(cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`);
    return this.kept
      .filter(matches)
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}
