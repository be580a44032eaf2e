/** What the log says of a request that raised no error. */
export interface RequestLine {
  /** A UUID. */
  readonly requestId: string;
  /** An id of the table, or `none`. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  readonly clientId?: string | undefined;
  /** Hexadecimal. */
  readonly traceId?: string | undefined;
  readonly statements?: readonly string[] | undefined;
}

const mostClients = 10_000;

const threeDigits = (number: number): string => (number < 10 ? `00${number}` : number < 100 ? `0${number}` : `${number}`);

/**
 * The text of `JSON.stringify({ level: 'info', time: new Date(timeMs), service, ...line })` and a line's end, without the object and in a third
 * of its time. Ids, methods and numbers hold nothing that JSON escapes; what may, is escaped.
 */
export function requestLines(service: string): (line: RequestLine, timeMs: number) => string {
  const about = `Z","service":${JSON.stringify(service)},"requestId":"`;
  let second = NaN;
  let begin = '';
  const clients = new Map<string, string>();
  /** An id as JSON: the same clients ask again and again. */
  const clientText = (clientId: string): string => {
    let text = clients.get(clientId);
    if (text === undefined) {
      if (clients.size >= mostClients) clients.clear();
      clients.set(clientId, (text = JSON.stringify(clientId)));
    }
    return text;
  };
  return ({ requestId, operation, method, status, ms, clientId, traceId, statements }, timeMs) => {
    const at = Math.floor(timeMs / 1_000);
    if (at !== second) begin = `{"level":"info","time":"${new Date((second = at) * 1_000).toISOString().slice(0, -4)}`;
    return (
      `${begin}${threeDigits(timeMs - at * 1_000)}${about}${requestId}","operation":"${operation}","method":"${method}","status":${status},"ms":${ms}` +
      (clientId === undefined ? '' : `,"clientId":${clientText(clientId)}`) +
      (traceId === undefined ? '' : `,"traceId":"${traceId}"`) +
      (statements === undefined ? '}\n' : `,"statements":${JSON.stringify(statements)}}\n`)
    );
  };
}
