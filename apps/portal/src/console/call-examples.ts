import { shellWord } from '../reference/shell-word.js';
import type { Call } from './gateway-calls.service.js';

/** A call as a program, to be pasted into a terminal. */
export interface CallExample {
  readonly language: string;
  readonly text: string;
}

/** The heredoc's word is quoted, so that the shell changes nothing in between. JSON texts are literals of both languages. */
const piped = (program: string, lines: readonly (string | false)[]): string =>
  [`${program} <<'END'`, ...lines.filter((line) => line !== false), 'END'].join('\n');

function asCurl({ method, url, headers, body }: Call): string {
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
  return [
    `curl -sS -i ${verb}${shellWord(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(' \\\n  ');
}

const asNode = ({ method, url, headers, body }: Call): string =>
  piped('node --input-type=module', [
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: ${indented(headers)},`,
    body !== undefined && `  body: ${JSON.stringify(body)},`,
    '});',
    'console.log(answer.status, await answer.text());',
  ]);

const asPython = ({ method, url, headers, body }: Call): string =>
  piped('python3', [
    'import urllib.error, urllib.request',
    '',
    `request = urllib.request.Request(${JSON.stringify(url)}, method=${JSON.stringify(method)},`,
    `  headers=${indented(headers)}${body === undefined ? ')' : `,\n  data=${JSON.stringify(body)}.encode())`}`,
    'try:',
    '    answer = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refused:',
    '    answer = refused',
    'print(answer.status, answer.read().decode())',
  ]);

const indented = (headers: Call['headers']): string => JSON.stringify(headers, null, 2).replaceAll('\n', '\n  ');

/**
 * The same call, in three languages. `X-Request-ID` is another than the one that was sent: a POST sent again with the same would be
 * answered with what the first has done.
 */
export function callExamples(call: Call, requestId: string): CallExample[] {
  const another = { ...call, headers: { ...call.headers, 'x-request-id': requestId } };
  return [
    { language: 'curl', text: asCurl(another) },
    { language: 'Node', text: asNode(another) },
    { language: 'Python', text: asPython(another) },
  ];
}
