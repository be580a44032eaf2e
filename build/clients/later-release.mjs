// A later release of the bank, as a client that was made today meets it: a proxy that changes answers as docs/versions.md allows.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Every object has a member more. */
const withNewMembers = (value) => {
  if (Array.isArray(value)) return value.map(withNewMembers);
  if (typeof value !== 'object' || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([key, of]) => [key, withNewMembers(of)])), addedLater: 'text' };
};
/** The accounts have a status that is not in the document's list. */
const withNewValue = (value) =>
  value.accounts === undefined ? value : { ...value, accounts: value.accounts.map((account) => ({ ...account, status: 'dormant' })) };

/** The changes, by the column of the table that shows whether a client accepts them. */
export const laterReleases = { newMember: withNewMembers, newValue: withNewValue };

/** Headers that are between two neighbours; Java's client offers HTTP/2 in some of them. */
const ofConnection = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'http2-settings',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
];

async function forwarded(request, baseUrl, change) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ofConnection.includes(name)));
  const { method, url } = request;
  const answer = await fetch(`${baseUrl}${url}`, { method, headers, body: chunks.length > 0 ? Buffer.concat(chunks) : undefined });
  const text = await answer.text();
  const isJson = answer.ok && text.startsWith('{');
  return { status: answer.status, headers: answer.headers, text: isJson ? JSON.stringify(change(JSON.parse(text))) : text };
}

/** Starts a later release in front of the bank; `stop` ends it. */
export async function startLaterRelease(baseUrl, change) {
  const server = createServer((request, response) => {
    forwarded(request, baseUrl, change).then(
      ({ status, headers, text }) =>
        response.writeHead(status, [...headers].filter(([name]) => !ofConnection.includes(name)).flat()).end(text),
      (error) => response.writeHead(502).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${server.address().port}`, stop };
}
