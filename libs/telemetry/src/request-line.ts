/** The log's line for a request that raised no error. */
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

const maxClients = 10_000;

/**
 * The text of `JSON.stringify({ level: 'info', time: new Date(timeMs), service, ...line })` and a line's end, without the object and in a
 * third of its time. Ids, methods and numbers hold nothing that JSON escapes; what may, is escaped. What lines that follow each other have
 * in common is put together once.
 */
export function requestLines(service: string): (line: RequestLine, timeMs: number) => string {
  const begin = beginnings(service);
  const middle = middles();
  const client = clientFields();
  return ({ requestId, operation, method, status, ms, clientId, traceId, statements }, timeMs) =>
    begin(timeMs) +
    requestId +
    middle(operation, method, status) +
    ms +
    (clientId === undefined ? '' : client(clientId)) +
    (traceId === undefined ? '' : `,"traceId":"${traceId}"`) +
    (statements === undefined ? '}\n' : `,"statements":${JSON.stringify(statements)}}\n`);
}

const threeDigits = (number: number): string => (number < 10 ? `00${number}` : number < 100 ? `0${number}` : `${number}`);

/** All before the request's id, of a moment. */
function beginnings(service: string): (timeMs: number) => string {
  const after = `Z","service":${JSON.stringify(service)},"requestId":"`;
  let second = NaN;
  let ofSecond = '';
  let moment = NaN;
  let text = '';
  return (timeMs) => {
    if (timeMs === moment) return text;
    moment = timeMs;
    const begins = Math.floor(timeMs / 1_000);
    if (begins !== second) ofSecond = `{"level":"info","time":"${new Date((second = begins) * 1_000).toISOString().slice(0, -4)}`;
    return (text = ofSecond + threeDigits(timeMs - begins * 1_000) + after);
  };
}

/** Between the request's id and its duration. */
function middles(): (operation: string, method: string, status: number) => string {
  let last = { operation: '', method: '', status: 0, text: '' };
  return (operation, method, status) => {
    if (operation !== last.operation || method !== last.method || status !== last.status)
      last = { operation, method, status, text: `","operation":"${operation}","method":"${method}","status":${status},"ms":` };
    return last.text;
  };
}

/** A client's id as JSON: the same clients ask again and again. */
function clientFields(): (clientId: string) => string {
  const fields = new Map<string, string>();
  return (clientId) => {
    let field = fields.get(clientId);
    if (field === undefined) {
      if (fields.size >= maxClients) fields.clear();
      fields.set(clientId, (field = `,"clientId":${JSON.stringify(clientId)}`));
    }
    return field;
  };
}
