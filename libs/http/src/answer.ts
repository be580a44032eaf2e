/** An answer whose status or headers are not the usual ones of its operation. Services return it; the adapter of libs/service writes it. */
export class Answer<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly status?: number,
  ) {}
}
