/** An answer whose status or headers are not the usual ones of its operation. Services return it; one interceptor writes it. */
export class Answer<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly status?: number,
  ) {}
}
