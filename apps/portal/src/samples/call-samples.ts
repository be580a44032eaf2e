import { nodeText, pythonModules, pythonText, shellText, variablesIn, type SampleText } from './sample-text.js';
import { shellWord } from './shell-word.js';

/** A call as a third party sends it, with texts that may name variables. */
export interface SampleCall {
  readonly method: string;
  /** The bank's base URL, for the sentence where it does not answer. */
  readonly baseUrl: string;
  readonly url: SampleText;
  readonly headers: readonly (readonly [name: string, value: SampleText])[];
  readonly body?: SampleText;
}

/** A call as a program, to be pasted into a terminal. */
export interface CallSample {
  readonly language: 'curl' | 'Node' | 'Python';
  readonly text: string;
}

/** The variables of the environment that a call names. */
export const variablesOf = (call: SampleCall): string[] => [...new Set(textsOf(call).flatMap(variablesIn))];

const textsOf = ({ url, headers, body = [] }: SampleCall): SampleText[] => [url, ...headers.map(([, value]) => value), body];

const unreachable = (baseUrl: string): string => `The bank at ${baseUrl} does not answer.`;

/** The call as arguments of curl. */
function curlArguments({ method, url, headers, body }: SampleCall): string {
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
  return [
    `${verb}${shellText(url)}`,
    ...headers.map(([name, value]) => `-H ${shellText([`${name}: `, ...value])}`),
    ...(body === undefined ? [] : [`--data-raw ${shellText(body)}`]),
  ].join(' \\\n  ');
}

const asCurl = (call: SampleCall): string =>
  `curl -sS -i ${curlArguments(call)} ||\n  { echo ${shellWord(unreachable(call.baseUrl))} >&2; false; }`;

/** Sets a variable of the shell to a text of the call's answer: the first member of this name. */
export const settingCommand = (variable: string, call: SampleCall, member: string): string =>
  `export ${variable}=$(curl -sS ${curlArguments(call)} |\n  grep -o '"${member}":"[^"]*"' | head -n 1 | cut -d '"' -f 4)`;

/** The heredoc's word is quoted, so that the shell changes nothing in between. JSON texts are literals of both languages. */
const piped = (program: string, lines: readonly (string | false)[]): string =>
  [`${program} <<'END'`, ...lines.filter((line) => line !== false), 'END'].join('\n');

const asNode = ({ method, baseUrl, url, headers, body }: SampleCall): string =>
  piped('node --input-type=module', [
    `const answer = await fetch(${nodeText(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    '  headers: {',
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${nodeText(value)},`),
    '  },',
    body !== undefined && `  body: ${nodeText(body)},`,
    '}).catch(() => {',
    `  console.error(${JSON.stringify(unreachable(baseUrl))});`,
    '  process.exit(1);',
    '});',
    'console.log(answer.status, await answer.text());',
  ]);

function asPython(call: SampleCall): string {
  const { method, baseUrl, url, headers, body } = call;
  const modules = new Set(['urllib.error', 'urllib.request', ...textsOf(call).flatMap(pythonModules)]);
  return piped('python3', [
    `import ${[...modules].toSorted().join(', ')}`,
    '',
    `request = urllib.request.Request(${pythonText(url)}, method=${JSON.stringify(method)}, headers={`,
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${pythonText(value)},`),
    body === undefined ? '})' : `}, data=${pythonText(body)}.encode())`,
    'try:',
    '    answer = urllib.request.urlopen(request, timeout=30)',
    'except urllib.error.HTTPError as refused:',
    '    answer = refused',
    'except OSError:',
    `    raise SystemExit(${JSON.stringify(unreachable(baseUrl))})`,
    'print(answer.status, answer.read().decode())',
  ]);
}

/** The same call in three languages. Each prints status and body, or ends with a sentence and exit code 1 if the bank does not answer. */
export const callSamples = (call: SampleCall): CallSample[] => [
  { language: 'curl', text: asCurl(call) },
  { language: 'Node', text: asNode(call) },
  { language: 'Python', text: asPython(call) },
];
