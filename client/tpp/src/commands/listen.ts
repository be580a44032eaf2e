import type { Bank } from '@open-banking/client';
import { type Command, CommandError, type Given, jsonOption, type Terminal, UsageError } from '../command.js';
import { connectedBank } from '../connected-client.js';
import { FollowedLog } from '../followed-log.js';
import { forward, type ForwardAnswer } from '../forward.js';
import { type ForwardTarget, forwardTarget } from '../loopback.js';
import { readLogin } from '../private-files.js';
import { sentence } from '../printed-text.js';
import { arrivedNotification, type ReceivedNotification, verificationFault } from '../received-notification.js';
import { Sandbox } from '../sandbox.js';

/** The bank waits this long for an answer of a receiver. */
const bankWaitsMs = 3_000;
const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The time of `--since`: a duration before now, or an instant. */
function sinceIn(text: string | undefined): number {
  if (text === undefined) return Infinity;
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const since = count === undefined ? Date.parse(text) : Date.now() - Number(count) * unitMs[unit!]!;
  if (Number.isNaN(since))
    throw new UsageError(`--since is a duration such as 10m, or an instant such as 2026-11-30T08:00:00Z, not "${text}".`);
  return since;
}

/** The outcome of one notification. */
interface Outcome {
  readonly fault?: string;
  readonly answer?: ForwardAnswer;
  readonly failure?: string;
}

class Forwarder {
  constructor(
    private readonly bank: Bank,
    private readonly target: ForwardTarget | undefined,
    private readonly terminal: Terminal,
    private readonly isJson: boolean,
  ) {}

  /** Verifies a notification, sends it on, and prints what became of it. */
  async handle(received: ReceivedNotification): Promise<Outcome> {
    const fault = await verificationFault(this.bank, received);
    const outcome = fault === undefined ? await this.send(received) : { fault };
    this.show(received, outcome);
    return outcome;
  }

  /** The first of these that the bank has signed: anyone can send another request with its X-Request-ID to the receiver. */
  async genuine(candidates: readonly ReceivedNotification[]): Promise<ReceivedNotification | undefined> {
    for (const candidate of candidates) if ((await verificationFault(this.bank, candidate)) === undefined) return candidate;
    return undefined;
  }

  private async send(received: ReceivedNotification): Promise<Outcome> {
    if (!this.target) return {};
    try {
      return { answer: await forward(arrivedNotification(received), this.target) };
    } catch (error) {
      return { failure: (error as Error & { readonly code?: string }).code ?? (error as Error).message };
    }
  }

  private show(received: ReceivedNotification, { fault, answer, failure }: Outcome): void {
    const { print, note } = this.terminal;
    const { entryId, clientId, address, receivedAt, requestId } = received;
    const body = Buffer.from(String(received.body), 'base64').toString();
    if (this.isJson) {
      const outcome = {
        verified: fault === undefined,
        ...(fault !== undefined && { fault }),
        ...(answer && { answer }),
        ...(failure && { failure }),
      };
      return print(JSON.stringify({ entryId, clientId, address, receivedAt, requestId, body, ...outcome }));
    }
    const id = requestId ?? 'without X-Request-ID';
    if (fault !== undefined) return note(`${receivedAt}  ${inOneLine(id)}  not forwarded: ${inOneLine(fault)}`);
    print([receivedAt, id, inOneLine(body), ...(answer ? [answerText(answer)] : [])].join('  '));
    if (failure !== undefined) note(`${id} could not be forwarded (${failure}). Start your server, then run tpp listen --replay ${id}.`);
  }
}

/** Text of another server in one line, however it is laid out there. */
const inOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').trim();

const answerText = ({ status, ms, text }: ForwardAnswer): string =>
  [`-> ${status} in ${ms} ms`, ...(ms > bankWaitsMs ? ['(the bank waits 3,000 ms)'] : []), ...(text === '' ? [] : [inOneLine(text)])].join(
    ' ',
  );

/** Without a receiver nothing arrives. One from which something has arrived exists, and so does that of a client that was named. */
function noteStart({ note }: Terminal, target: ForwardTarget | undefined, hasReceiver: boolean): void {
  note(target ? `Forwarding to ${target.url.href} until Ctrl-C.` : 'Listening until Ctrl-C. --forward-to sends them on.');
  if (!hasReceiver)
    note(
      'Nothing has arrived so far. If no client of yours has a receiver, nothing can: tpp listen --client <id> makes one and prints its address.',
    );
}

/** The receiver of a client, made where there is none. */
async function noteReceiver(sandbox: Sandbox, clientId: string, { note }: Terminal): Promise<void> {
  const path = `/sandbox/clients/${encodeURIComponent(clientId)}/receiver`;
  const { address, isUnderRedirectUri } = await sandbox.send<{ address: string; isUnderRedirectUri: boolean }>('PUT', path);
  note(`Send this with what you create: TPP-Notification-URI: ${address}`);
  if (!isUnderRedirectUri)
    note(`The bank sends nothing there yet: register a client that has ${new URL(address).origin}/receiver among its redirect URIs.`);
}

async function replay(log: FollowedLog<ReceivedNotification>, id: string, forwarder: Forwarder): Promise<void> {
  const candidates = (await log.latest()).filter(({ requestId }) => requestId === id).reverse();
  const found = (await forwarder.genuine(candidates)) ?? candidates[0];
  if (!found) throw new CommandError(`No notification ${id} is among the latest 100. tpp listen --since 7d prints them.`);
  const { fault, failure } = await forwarder.handle(found);
  if (fault !== undefined) throw new CommandError(`${id} was not forwarded: ${sentence(inOneLine(fault))}`);
  if (failure !== undefined) throw new CommandError(`${id} could not be forwarded (${failure}). Start your server, and run this again.`);
}

/** Checked before anything is sent. */
async function targetOf({ text, texts }: Given): Promise<ForwardTarget | undefined> {
  const to = text('forward-to');
  if (to !== undefined) return forwardTarget(to, texts('allow-host'));
  if (text('replay') !== undefined) throw new UsageError('--replay needs an address. Add --forward-to http://localhost:3000/hook.');
  return undefined;
}

async function listenOn(given: Given, terminal: Terminal): Promise<void> {
  const [clientId, replayed] = [given.text('client'), given.text('replay')];
  const since = sinceIn(given.text('since'));
  const target = await targetOf(given);
  const sandbox = Sandbox.signedIn();
  if (clientId !== undefined) await noteReceiver(sandbox, clientId, terminal);
  const forwarder = new Forwarder(connectedBank(readLogin().baseUrl), target, terminal, given.flag('json'));
  const log = new FollowedLog<ReceivedNotification>(sandbox, '/sandbox/received-notifications', 'notifications', clientId);
  if (replayed !== undefined) return replay(log, replayed, forwarder);
  for await (const { entries, isFirst } of log.follow(terminal)) {
    if (isFirst) noteStart(terminal, target, entries.length > 0 || clientId !== undefined);
    for (const entry of entries) if (!isFirst || Date.parse(entry.receivedAt) >= since) await forwarder.handle(entry);
  }
}

export const listen: Command = {
  name: 'listen',
  summary: "Fetch the notifications of your clients' receivers, verify them, and forward them to your machine.",
  details: `Each notification is forwarded to the byte, with its headers, once its signature is verified. Your server must expect the receiver's
address as audience (aud), because that is what the bank has signed. Redirects are not followed.`,
  options: {
    'forward-to': { value: 'url', says: 'Where to send them, such as http://localhost:3000/hook. Without it they are printed.' },
    'allow-host': { value: 'host', says: 'Forward to this host too, which is not this machine. May be repeated.', many: true },
    client: { value: 'client-id', says: 'One client only. Its receiver is made where it has none, and its address printed.' },
    since: { value: 'time', says: 'Also what has arrived since then: 10m, 2h, 7d or an instant; the latest 100 at most.' },
    replay: { value: 'id', says: 'Forward the notification with this X-Request-ID again, and end.' },
    ...jsonOption,
  },
  run: listenOn,
};
