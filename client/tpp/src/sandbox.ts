import { CommandError } from './command.js';
import { type Login, readLogin } from './private-files.js';

/** A limit is used up, or the bank is away for a moment: the same request can be sent again. */
export class TemporaryError extends CommandError {
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message);
  }
}

const timeoutMs = 30_000;
const shortestWaitMs = 2_000;

interface Message {
  readonly code?: string;
  readonly path?: string;
  readonly text?: string;
}

/** The operations of the bank's sandbox for a developer with a key. */
export class Sandbox {
  constructor(private readonly login: Login) {}

  static signedIn(): Sandbox {
    return new Sandbox(readLogin());
  }

  get<T>(path: string, query: Readonly<Record<string, string | undefined>> = {}): Promise<T> {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const parameters = new URLSearchParams(given).toString();
    return this.send<T>('GET', parameters === '' ? path : `${path}?${parameters}`);
  }

  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const { baseUrl, key } = this.login;
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      // The key goes to this address alone.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        'user-agent': 'open-banking-tpp',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new TemporaryError(
        `${baseUrl} does not answer (${reasonOf(error)}). Check the address, and that the bank runs.`,
        shortestWaitMs,
      );
    });
    const text = await answer.text();
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
    throw this.refused(answer, text);
  }

  private refused(answer: Response, text: string): CommandError {
    const { baseUrl } = this.login;
    const { status } = answer;
    if (status === 401)
      return new CommandError(`The bank does not know this key. Make one at ${baseUrl}/developer/scenarios, and run tpp login.`);
    const messages = messagesIn(text);
    if (messages.length === 0 && status < 500)
      return new CommandError(`${baseUrl} is not the address of a bank's sandbox (status ${status}). Run tpp login with its base URL.`);
    const said = messages.map(({ code, path, text: words }) => [code, path && `at ${path}`, words].filter(Boolean).join(' ')).join(' ');
    const message = `The bank answered ${status}: ${said || 'nothing more'} (X-Request-ID ${answer.headers.get('x-request-id') ?? 'unknown'}).`;
    if (status !== 429 && status < 500) return new CommandError(message);
    const seconds = Number(answer.headers.get('retry-after')) || 0;
    return new TemporaryError(
      `${message} Try again${seconds > 0 ? ` in ${seconds} seconds` : ''}.`,
      Math.max(shortestWaitMs, 1_000 * seconds),
    );
  }
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
  return cause?.code ?? message;
};

function messagesIn(text: string): readonly Message[] {
  try {
    const { tppMessages } = JSON.parse(text) as { readonly tppMessages?: readonly Message[] };
    return Array.isArray(tppMessages) ? tppMessages : [];
  } catch {
    return [];
  }
}
