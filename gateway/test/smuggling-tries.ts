/** A request that must never be one of its own: the bytes that begin it stand where a body, or nothing, belongs. */
export interface Try {
  readonly name: string;
  readonly bytes: string;
}

const line = (name: string, value: string | number) => `${name}: ${value}\r\n`;
const head = (first: string, headers: string, host = 'Host: bank\r\n') =>
  `${first}\r\n${host}Content-Type: application/json\r\n${headers}\r\n`;
const post = 'POST /v1.7/consents HTTP/1.1';

/** The request that is hidden in a try. A service that answers it has read it as a request. */
export const smuggledIn = (id: string): string => `GET /v1.7/accounts?smuggled=${id} HTTP/1.1\r\nHost: bank\r\nX-Smuggled: ${id}\r\n\r\n`;

const chunkedEnd = '0\r\n\r\n';
/** Transfer-Encoding in forms that one side may read and the other not (RFC 9112 §6.1 and §11.2). */
const codings: readonly string[] = [
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Transfer-Encoding\t: chunked\r\n',
  'Transfer-Encoding:chunked\r\n',
  'Transfer-Encoding:\tchunked\r\n',
  'Transfer-Encoding: \x0bchunked\r\n',
  'Transfer-Encoding: chunked\x0b\r\n',
  'Transfer-Encoding: \x00chunked\r\n',
  'Transfer-Encoding: CHUNKED\r\n',
  'Transfer-Encoding: xchunked\r\n',
  'Transfer-Encoding: chunkedx\r\n',
  'Transfer-Encoding: "chunked"\r\n',
  "Transfer-Encoding: 'chunked'\r\n",
  'Transfer-Encoding: chunked, identity\r\n',
  'Transfer-Encoding: identity, chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Transfer-Encoding: chunked;q=1\r\n',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n',
  'Transfer-Encoding:\r\n chunked\r\n',
  'Transfer-Encoding: x\r\n chunked\r\n',
  ' Transfer-Encoding: chunked\r\n',
  'X: y\r\n Transfer-Encoding: chunked\r\n',
  'X: y\nTransfer-Encoding: chunked\r\n',
  'X: y\rTransfer-Encoding: chunked\r\n',
  'Transfer_Encoding: chunked\r\n',
  'Transfer-Encoding\x00: chunked\r\n',
  '\x00Transfer-Encoding: chunked\r\n',
  'Transfer-\xc3\x89ncoding: chunked\r\n',
  'Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n',
  'Connection: Content-Length\r\n',
  'Connection: Content-Length, Transfer-Encoding\r\n',
];

/** Lengths of 5 bytes, or of another number, depending on the reader. */
const lengths: readonly string[] = [
  'Content-Length: 5\r\nContent-Length: 6\r\n',
  'Content-Length: 6\r\nContent-Length: 5\r\n',
  'Content-Length: 5, 6\r\n',
  'Content-Length: 5,5\r\n',
  'Content-Length: +5\r\n',
  'Content-Length: -5\r\n',
  'Content-Length: 0x5\r\n',
  'Content-Length: 5 6\r\n',
  'Content-Length: 5;6\r\n',
  'Content-Length: 5\x0b\r\n',
  'Content-Length: \x005\r\n',
  'Content-Length: 5e0\r\n',
  'Content-Length: 5.0\r\n',
  'Content-Length: 18446744073709551621\r\n',
  'Content-Length: 4294967301\r\n',
  'Content-Length : 5\r\n',
  'Content-Length\t: 5\r\n',
  'Content-Length:\r\n 5\r\n',
  ' Content-Length: 5\r\n',
  'X: y\r\n Content-Length: 5\r\n',
  'X: y\nContent-Length: 5\r\n',
  'Content_Length: 5\r\n',
  'Content-Length\x00: 5\r\n',
  'Content-Length: 5\r\nConnection: Content-Length\r\n',
];

/** Chunked bodies that end earlier for one reader than for another. */
const chunkedBodies = (hidden: string): readonly (readonly [name: string, body: string])[] => {
  const size = hidden.length.toString(16);
  return [
    ['an extension with a line feed', `1;a=b\nX\r\n${chunkedEnd}${hidden}`],
    ['an extension that hides a chunk', `2;\n\n${size}\r\n${hidden}\r\n${chunkedEnd}`],
    ['a line feed behind the size', `1\nX\r\n${chunkedEnd}`],
    ['line feeds alone', `1\nX\n0\n\n${hidden}`],
    ['a size with a sign', `+1\r\nX\r\n${chunkedEnd}${hidden}`],
    ['a negative size', `-1\r\nX\r\n${chunkedEnd}${hidden}`],
    ['a size with 0x', `0x1\r\nX\r\n${chunkedEnd}${hidden}`],
    ['a size with blanks', ` 1 \r\nX\r\n${chunkedEnd}${hidden}`],
    ['a size that overflows 64 bits', `10000000000000001\r\nX\r\n${chunkedEnd}${hidden}`],
    ['a size that overflows 32 bits', `100000001\r\nX\r\n${chunkedEnd}${hidden}`],
    ['no line end behind a chunk', `1\r\nXYY0\r\n\r\n${hidden}`],
    ['more than its size', `1\r\nXX\r\n${chunkedEnd}${hidden}`],
    ['an empty size', `\r\nX\r\n${chunkedEnd}${hidden}`],
    ['a trailer that says another length', `1\r\nX\r\n0\r\nContent-Length: ${hidden.length}\r\n\r\n`],
    ['a trailer that says another coding', `1\r\nX\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ['a trailer without an end', `1\r\nX\r\n0\r\nX: ${hidden}`],
    ['an end with a line feed', `1\r\nX\r\n0\n\n${hidden}`],
    ['an end with a carriage return', `1\r\nX\r\n0\r\r${hidden}`],
  ];
};

function byFraming(hidden: string): Try[] {
  const five = `{"a":${chunkedEnd}`;
  return [
    ...codings.flatMap((coding) => [
      {
        name: `CL.TE ${JSON.stringify(coding)}`,
        bytes: head(post, line('Content-Length', chunkedEnd.length + hidden.length) + coding) + chunkedEnd + hidden,
      },
      {
        name: `TE.CL ${JSON.stringify(coding)}`,
        bytes: `${head(post, coding + line('Content-Length', 4))}${hidden.length.toString(16)}\r\n${hidden}\r\n${chunkedEnd}`,
      },
    ]),
    ...lengths.map((length) => ({ name: `length ${JSON.stringify(length)}`, bytes: head(post, length) + five.slice(0, 5) + hidden })),
    ...chunkedBodies(hidden).map(([name, body]) => ({
      name: `chunks: ${name}`,
      bytes: head(post, 'Transfer-Encoding: chunked\r\nConnection: close\r\n') + body,
    })),
  ];
}

/** Methods, versions and targets with what stands behind their headers. */
function byRequestLine(hidden: string): Try[] {
  const length = line('Content-Length', hidden.length);
  const inBody = (first: string, more = '') => head(first, length + more) + hidden;
  return [
    { name: 'GET with a body', bytes: inBody('GET /v1.7/accounts HTTP/1.1') },
    { name: 'DELETE with a body', bytes: inBody('DELETE /v1.7/consents/1 HTTP/1.1') },
    { name: 'HEAD with a body', bytes: inBody('HEAD /v1.7/accounts HTTP/1.1') },
    { name: 'OPTIONS with a body', bytes: inBody('OPTIONS * HTTP/1.1') },
    { name: 'TRACE with a body', bytes: inBody('TRACE /v1.7/accounts HTTP/1.1') },
    { name: 'CONNECT with more behind it', bytes: head('CONNECT bank:80 HTTP/1.1', '') + hidden },
    { name: 'QUERY with a body', bytes: inBody('QUERY /v1.7/accounts HTTP/1.1') },
    { name: 'Expect with a body', bytes: inBody(post, 'Expect: 100-continue\r\n') },
    { name: 'an unknown Expect with a body', bytes: inBody(post, 'Expect: x\r\n') },
    {
      name: 'Upgrade to websocket',
      bytes:
        head(
          'GET /v1.7/accounts HTTP/1.1',
          'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n',
        ) + hidden,
    },
    {
      name: 'Upgrade to h2c',
      bytes: inBody(
        'GET /v1.7/accounts HTTP/1.1',
        'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
      ),
    },
    { name: 'the preface of HTTP/2', bytes: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}` },
    { name: 'HTTP/0.9', bytes: `GET /v1.7/accounts\r\n${hidden}` },
    {
      name: 'HTTP/1.0 with chunks',
      bytes: head('POST /v1.7/consents HTTP/1.0', 'Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n') + chunkedEnd + hidden,
    },
    {
      name: 'HTTP/1.0 with a length and chunks',
      bytes: head('POST /v1.7/consents HTTP/1.0', `${length}Transfer-Encoding: chunked\r\n`) + chunkedEnd + hidden,
    },
    { name: 'HTTP/1.0 without a length', bytes: head('POST /v1.7/consents HTTP/1.0', 'Connection: keep-alive\r\n') + hidden },
    { name: 'HTTP/1.2', bytes: inBody('POST /v1.7/consents HTTP/1.2') },
    { name: 'HTTP/2.0', bytes: inBody('POST /v1.7/consents HTTP/2.0') },
    { name: 'a version in lower case', bytes: inBody('POST /v1.7/consents http/1.1') },
    { name: 'a version with more digits', bytes: inBody('POST /v1.7/consents HTTP/1.10') },
    { name: 'two blanks in the line', bytes: inBody('POST  /v1.7/consents HTTP/1.1') },
    { name: 'a tab in the line', bytes: inBody('POST\t/v1.7/consents\tHTTP/1.1') },
    { name: 'a request in the target', bytes: `GET /v1.7/accounts?x=HTTP/1.1\r\n\r\n${hidden}` },
    { name: 'a blank in the target', bytes: inBody('POST /v1.7/consents /v1.7/accounts HTTP/1.1') },
    { name: 'an absolute target of another host', bytes: inBody('POST http://evil/v1.7/consents HTTP/1.1') },
    { name: 'an absolute target with credentials', bytes: inBody('POST http://a:b@bank/v1.7/consents HTTP/1.1') },
    { name: 'no Host', bytes: `POST /v1.7/consents HTTP/1.1\r\n${length}\r\n${hidden}` },
    { name: 'two Hosts', bytes: head(post, length, 'Host: bank\r\nHost: evil\r\n') + hidden },
    { name: 'Host with a blank before the colon', bytes: head(post, length, 'Host : bank\r\n') + hidden },
    { name: 'line feeds alone', bytes: `POST /v1.7/consents HTTP/1.1\nHost: bank\nContent-Length: ${hidden.length}\n\n${hidden}` },
    {
      name: 'line feeds in the head, then a length',
      bytes: `POST /v1.7/consents HTTP/1.1\r\nHost: bank\r\nX: y\n\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    },
    { name: 'a carriage return alone', bytes: `POST /v1.7/consents HTTP/1.1\r\nHost: bank\r\nX: y\r\rContent-Length: 0\r\n\r\n${hidden}` },
    { name: 'blank lines first', bytes: `\r\n\r\n${inBody(post)}` },
    { name: 'a header without a colon', bytes: inBody(post, 'X\r\n') },
    { name: 'a header without a name', bytes: inBody(post, ': x\r\n') },
    { name: 'a folded header', bytes: inBody(post, 'X: y\r\n\tz\r\n') },
    {
      name: 'a body over the limit that ends with a request',
      bytes: `${head(post, line('Content-Length', 70_000 + hidden.length))}${'x'.repeat(70_000)}${hidden}`,
    },
    {
      name: 'a chunk over the limit that ends with a request',
      bytes: `${head(post, 'Transfer-Encoding: chunked\r\n')}${(70_000 + hidden.length).toString(16)}\r\n${'x'.repeat(70_000)}${hidden}\r\n${chunkedEnd}`,
    },
    { name: 'headers over the limit that end with a request', bytes: `${head(post, line('X', 'y'.repeat(17_000)))}${hidden}` },
    { name: 'a length without its body, then a request', bytes: `${head(post, line('Content-Length', 10))}{}${hidden}` },
  ];
}

/** Every try, each with a request of its own hidden in it. */
export const triesOf = (idOf: (at: number) => string): (Try & { readonly id: string })[] => {
  const count = byFraming('').length + byRequestLine('').length;
  return Array.from({ length: count }, (_, at) => {
    const id = idOf(at);
    const hidden = smuggledIn(id);
    return { ...[...byFraming(hidden), ...byRequestLine(hidden)][at]!, id };
  });
};
