import { ask, hear, isWhole, open, parse } from './raw-request.ts';
import { smuggledIn, triesOf } from './smuggling-tries.ts';
import type { Seen } from './smuggling-witness.ts';

// Read by the spec and, as it is, by docker/check-smuggling.mjs.

/** A gateway before a witness. */
export interface Stand {
  /** http or https. */
  readonly url: string;
  /** What the witness has read so far. */
  seen(): readonly Seen[] | Promise<readonly Seen[]>;
}

/** How long an attacker listens on for a second response. The gateways give up a body after 5 s. */
const listensMs = 12_000;
/** As many connections as an attacker has at once. */
const concurrency = 40;

/** Sends bytes, and hears all that comes back until the gateway closes or has nothing more to say. */
function attack(url: string, bytes: string, first: () => void): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    let asked = false;
    const socket = open(url, () => socket.write(bytes, 'latin1'));
    const end = () => {
      clearTimeout(timer);
      first();
      socket.destroy();
      resolve(heard);
    };
    const timer = setTimeout(end, listensMs);
    socket
      .on('data', (chunk) => {
        heard += chunk.toString('latin1');
        if (!isWhole(parse(heard))) return;
        first();
        // What a gateway reads as a second request is answered before a request that is sent after it.
        if (!asked) socket.write(ask('GET /nothing', { Connection: 'close' }));
        asked = true;
      })
      .on('close', end)
      .on('error', () => undefined);
  });
}

/**
 * Two requests, one behind the other, for a gateway that reads one length and no coding: it hands on both as its own, and answers them to who
 * sent them (or 400, if what stands behind them is none).
 */
const twoRequests = new Set([
  ...['Transfer_Encoding: chunked\r\n', 'Connection: Content-Length\r\n', 'Connection: Content-Length, Transfer-Encoding\r\n']
    // A folded line belongs to the header before it.
    .concat(' Transfer-Encoding: chunked\r\n', 'X: y\r\n Transfer-Encoding: chunked\r\n')
    .map((coding) => `TE.CL ${JSON.stringify(coding)}`),
  ...[
    'Content-Length: 5,5\r\n',
    'Content-Length:\r\n 5\r\n',
    'X: y\nContent-Length: 5\r\n',
    'Content-Length: 5\r\nConnection: Content-Length\r\n',
  ].map((length) => `length ${JSON.stringify(length)}`),
  'CONNECT with more behind it',
  // Without a length the body is empty. Node reads chunks of HTTP/1.0, too, and hands them on with a length.
  'HTTP/1.0 without a length',
  'HTTP/1.0 with chunks',
  'headers over the limit that end with a request',
]);

/** The control: a request that is sent openly, and one behind another on the same connection. Both are seen, and both answered. */
export async function openlySent({ url, seen }: Stand): Promise<{ seen: number; answered: number }> {
  const [alone, second] = [crypto.randomUUID(), crypto.randomUUID()];
  await attack(url, smuggledIn(alone), () => undefined);
  const heard = await attack(url, ask('GET /v1.7/accounts') + smuggledIn(second), () => undefined);
  return {
    seen: (await seen()).filter(({ smuggled }) => smuggled === alone || smuggled === second).length,
    answered: heard.match(/HTTP\/1\.1 200/g)?.length ?? 0,
  };
}

/** Somebody else's request at the same gateway: what it was answered, if that is not its own. */
async function robbed(url: string): Promise<string[]> {
  const requestId = crypto.randomUUID();
  const heard = await hear({ url }, ask('GET /v1.7/cards', { 'X-Request-ID': requestId }));
  const own = JSON.stringify({ method: 'GET', target: '/v1.7/cards', requestId, smuggled: '' });
  return heard?.body === own ? [] : [heard?.bytes ?? 'nothing'];
}

/** Makes every try, with requests of others between them: which reached the witness unread by the gateway, and who got another's answer. */
export async function smugglingReport({ url, seen }: Stand): Promise<{ tries: number; reached: string[]; robbed: string[] }> {
  const tries = triesOf(() => crypto.randomUUID());
  const victims: string[] = [];
  for (let at = 0; at < tries.length; at += concurrency)
    await Promise.all(
      tries.slice(at, at + concurrency).map(async ({ bytes }) => {
        let answered!: () => void;
        const first = new Promise<void>((resolve) => (answered = resolve));
        const heard = attack(url, bytes, answered);
        await first;
        // On connections to services that the gateway keeps: one of them had the try.
        victims.push(...(await robbed(url)), ...(await robbed(url)));
        await heard;
        victims.push(...(await robbed(url)));
      }),
    );
  const all = await seen();
  const hidden = tries.filter(({ id }) => all.some(({ smuggled: one, target }) => one === id || target.includes(id)));
  return {
    tries: new Set(tries.map(({ name }) => name)).size,
    reached: hidden.map(({ name }) => name).filter((name) => !twoRequests.has(name)),
    robbed: victims,
  };
}
