import { type Command, jsonOption, UsageError } from '../command.js';
import { FollowedLog } from '../followed-log.js';
import { Sandbox } from '../sandbox.js';

interface RecordedRequest {
  readonly entryId: string;
  readonly clientId: string;
  readonly at: string;
  readonly requestId: string;
  readonly operation: string;
  readonly status: number;
  readonly ms: number;
  readonly method?: string;
  readonly path?: string;
  readonly faults: readonly { readonly code: string; readonly path?: string; readonly text?: string }[];
}

const maxLines = 100;

const faultOf = ({ code, path, text }: RecordedRequest['faults'][number]): string => {
  const place = path === undefined ? code : `${code} ${path}`;
  return text === undefined ? place : `${place}: ${text}`;
};

const lineOf = ({ at, status, ms, operation, requestId, method, path, faults }: RecordedRequest): string =>
  [
    at,
    String(status),
    `${Math.round(ms)} ms`.padStart(8),
    operation,
    requestId,
    ...(method === undefined || path === undefined ? [] : [`${method} ${path}`]),
    ...faults.map(faultOf),
  ].join('  ');

function linesIn(text: string | undefined): number {
  const lines = Number(text ?? '20');
  if (!Number.isInteger(lines) || lines < 0 || lines > maxLines)
    throw new UsageError(`--lines is a number from 0 to ${maxLines}, not "${text}".`);
  return lines;
}

export const logs: Command = {
  name: 'logs',
  summary: "Print the latest requests of your clients, with the bank's answer.",
  details:
    'Time, status, duration, operation, X-Request-ID, method and path, and why a request was refused, in the words of the bank. A request is there a second or two after its response.',
  options: {
    follow: { says: 'Go on, and print new requests as they come, until Ctrl-C.' },
    client: { value: 'client-id', says: 'The requests of one client.' },
    lines: { value: 'number', says: `How many of the latest to print, at most ${maxLines}. Default: 20.` },
    ...jsonOption,
  },
  run: async ({ text, flag }, terminal) => {
    const lines = linesIn(text('lines'));
    const log = new FollowedLog<RecordedRequest>(Sandbox.signedIn(), '/sandbox/requests', 'requests', text('client'));
    const show = (entry: RecordedRequest) => terminal.print(flag('json') ? JSON.stringify(entry) : lineOf(entry));
    const showLatest = (entries: readonly RecordedRequest[]) => {
      if (entries.length === 0)
        terminal.note('No requests yet: the requests of your clients appear here a second or two after their answer.');
      entries.slice(Math.max(0, entries.length - lines)).forEach(show);
    };
    if (!flag('follow')) return showLatest(await log.latest());
    for await (const { entries, isFirst } of log.follow(terminal)) {
      if (isFirst) showLatest(entries);
      else entries.forEach(show);
    }
  },
};
