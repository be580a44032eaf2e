import { styleText } from 'node:util';

/** A line of a service's log, as far as a terminal shows it. */
interface LogLine {
  readonly level?: string;
  readonly time?: string;
  readonly service?: string;
  readonly event?: string;
  readonly message?: string;
  readonly operation?: string;
  readonly method?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly internal?: boolean;
}

/** Turns a line of a log into what a terminal shows of it; undefined: nothing. */
export type TerminalLine = (line: string) => string | undefined;

const severe = ['warn', 'error', 'fatal'];

function parsed(line: string): LogLine | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Says whether no process runs a service. */
type IsDown = (service: string) => boolean;

/** The services beside the one that is worked on are left out on purpose: that they do not answer is no news. */
const isAboutServiceThatIsDown = ({ message = '' }: LogLine, isDown: IsDown): boolean => {
  const [, called] = / of ([a-z-]+)\)$/.exec(message) ?? [];
  return called !== undefined && isDown(called);
};

const isSevere = ({ level = '' }: LogLine): boolean => severe.includes(level);

/** The service that is worked on: all but internal calls that succeed. Text that is no JSON stays as it is. */
export const ofOwnService =
  (isDown: IsDown): TerminalLine =>
  (line) => {
    const log = parsed(line);
    if (!log) return line;
    const isSmooth = log.event === 'listening' || (log.internal === true && (log.status ?? 0) < 400);
    return (isSmooth && !isSevere(log)) || isAboutServiceThatIsDown(log, isDown) ? undefined : pretty(log);
  };

/** A service beside it: warnings and errors. */
export const ofOtherService =
  (isDown: IsDown): TerminalLine =>
  (line) => {
    const log = parsed(line);
    if (!log) return line;
    return isSevere(log) && !isAboutServiceThatIsDown(log, isDown) ? pretty(log) : undefined;
  };

/** One line: time, level, service, and what happened. */
function pretty({
  level = '',
  time = '',
  service = '',
  event,
  message,
  operation,
  method = '',
  status,
  ms = 0,
  internal,
}: LogLine): string {
  const clock = time.slice(11, 19);
  const said =
    status === undefined
      ? [event, message].filter((part) => part !== undefined && part !== '').join(': ')
      : [internal ? 'internal' : method, operation, status, `${ms} ms`, event, message].filter((part) => part !== undefined).join(' ');
  return `${clock} ${colouredLevel(level)} ${service}  ${said.replaceAll('\n', '\n  ')}`;
}

const colouredLevel = (level: string): string => {
  const text = level.padEnd(5);
  if (level === 'error' || level === 'fatal') return styleText('red', text, { stream: process.stdout });
  return level === 'warn' ? styleText('yellow', text, { stream: process.stdout }) : text;
};
