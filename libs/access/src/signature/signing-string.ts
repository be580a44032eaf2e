/** A request as it came. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names and values in turn, as Node has them. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** All values of a header, in order; undefined where it did not come. */
export function headerOf({ rawHeaders }: Pick<Received, 'rawHeaders'>, name: string): string | undefined {
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name).map((value) => value.trim());
  return values.length > 0 ? values.join(', ') : undefined;
}

/** One line a header of the list, also where it names one twice (draft-cavage-http-signatures-12 §2.3); the headers that did not come. */
export function signingString(
  received: Received,
  headers: readonly string[],
): { readonly bytes: Buffer; readonly missing: readonly string[] } {
  const valueOf = (name: string): string | undefined =>
    name === '(request-target)' ? `${received.method.toLowerCase()} ${received.path}` : headerOf(received, name);
  const missing = headers.filter((name) => valueOf(name) === undefined);
  // Node reads the bytes of headers as Latin-1.
  return { bytes: Buffer.from(headers.map((name) => `${name}: ${valueOf(name)}`).join('\n'), 'latin1'), missing };
}
