import { BankError } from '@open-banking/client';
import { CommandError } from './command.js';
import { type Login, readLogin } from './private-files.js';

/** A limit is used up, or the bank is away for a moment: the same request can be sent again. */
export class TemporaryError extends CommandError {
  /** How long to wait before it is sent again: from two seconds to a day, whatever the bank asks for. */
  readonly waitMs: number;

  constructor(message: string, askedMs = 0) {
    super(message);
    this.waitMs = Math.min(Math.max(shortestWaitMs, askedMs || 0), longestWaitMs);
  }
}

const timeoutMs = 30_000;
const shortestWaitMs = 2_000;
/** The longest window of a limit. A timer of Node takes 24.8 days at most, and runs after 1 ms where it is given more. */
const longestWaitMs = 86_400_000;

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
    const { key } = this.login;
    const { answer, text } = await this.answered(path, {
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
    });
    if (!answer.ok) throw this.refused(refusalOf(answer, text));
    try {
      return (text === '' ? undefined : JSON.parse(text)) as T;
    } catch {
      throw this.unlikeABank();
    }
  }

  /** An answer of something in between, such as the page of a proxy while the bank is away. */
  unlikeABank(): TemporaryError {
    return new TemporaryError(
      `The answer of ${this.login.baseUrl} is not one of a bank's sandbox. Check the address, and that the bank runs.`,
    );
  }

  /** An answer with its whole body. */
  private async answered(path: string, request: RequestInit): Promise<{ readonly answer: Response; readonly text: string }> {
    const { baseUrl } = this.login;
    try {
      const answer = await fetch(`${baseUrl}${path}`, request);
      return { answer, text: await answer.text() };
    } catch (error) {
      throw new TemporaryError(`${baseUrl} does not answer (${reasonOf(error)}). Check the address, and that the bank runs.`);
    }
  }

  private refused({ status, tppMessages, requestId, retryAfterSeconds = 0 }: BankError): CommandError {
    const { baseUrl } = this.login;
    if (status === 401)
      return new CommandError(`The bank does not know this key. Make one at ${baseUrl}/developer/scenarios, and run tpp login.`);
    if (tppMessages.length === 0 && status < 500)
      return new CommandError(`${baseUrl} is not the address of a bank's sandbox (status ${status}). Run tpp login with its base URL.`);
    const message = `The bank answered ${status}: ${textOf(tppMessages)} (X-Request-ID ${requestId}).`;
    if (status !== 429 && status < 500) return new CommandError(`${message} ${remedies[status] ?? 'Run the command with --help.'}`);
    const when = retryAfterSeconds > 0 ? ` in ${retryAfterSeconds} seconds` : '';
    return new TemporaryError(`${message} Try again${when}.`, 1_000 * retryAfterSeconds);
  }
}

const refusalOf = ({ status, headers }: Response, text: string): BankError =>
  new BankError({ operation: 'The sandbox', requestId: headers.get('x-request-id') ?? 'none', status, headers, text });

const textOf = (messages: BankError['tppMessages']): string =>
  messages.map(({ code, path, text }) => [code, path && `at ${path}`, text].filter(Boolean).join(' ')).join(' ') || 'nothing more';

const remedies: Readonly<Record<number, string>> = {
  404: "Check the id: it must be one of your own clients', and tpp logs prints what they have done.",
  409: 'Read its status first: what you ask for needs another one.',
};

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
  return cause?.code ?? message;
};
