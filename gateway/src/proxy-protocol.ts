import type { Server } from 'node:http';
import { isIPv4, isIPv6, type Socket } from 'node:net';
import { isInNetworks } from '@open-banking/http/trusted-networks';
import { bounds } from './bounds.js';

/**
 * The header of the PROXY protocol (https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt) on a connection: its length in bytes,
 * and the client's address; no address for connections that the proxy opens itself (LOCAL), and for families that have none of IP.
 */
export interface ProxyHeader {
  readonly length: number;
  readonly address?: string;
}

/** §2.1: with both ports, at most this long. */
const longestLine = 107;
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const versionTwoLength = 16;

/** Reads the header at the beginning of a connection, version 1 or 2. `incomplete`: more bytes are needed; `malformed`: it is no header. */
export function proxyHeaderIn(bytes: Buffer): ProxyHeader | 'incomplete' | 'malformed' {
  const start = bytes.subarray(0, signature.length);
  if (signature.subarray(0, start.length).equals(start)) return versionTwo(bytes);
  return versionOne(bytes);
}

function versionOne(bytes: Buffer): ProxyHeader | 'incomplete' | 'malformed' {
  const text = bytes.toString('latin1', 0, longestLine);
  if (!text.startsWith('PROXY '.slice(0, text.length))) return 'malformed';
  const end = text.indexOf('\r\n');
  if (end < 0) return text.length < longestLine ? 'incomplete' : 'malformed';
  const [, family = '', ...ends] = text.slice(0, end).split(' ');
  if (family === 'UNKNOWN') return { length: end + 2 };
  return endsFit(family, ends) ? { length: end + 2, address: ends[0]! } : 'malformed';
}

const families: Readonly<Record<string, (address: string) => boolean>> = { TCP4: isIPv4, TCP6: isIPv6 };

/** Source, destination and their ports. */
function endsFit(family: string, ends: readonly string[]): boolean {
  const isOfFamily = families[family];
  const [addresses, ports] = [ends.slice(0, 2), ends.slice(2)];
  return isOfFamily !== undefined && addresses.every(isOfFamily) && ports.length === 2 && ports.every((port) => /^\d{1,5}$/.test(port));
}

function versionTwo(bytes: Buffer): ProxyHeader | 'incomplete' | 'malformed' {
  if (bytes.length < versionTwoLength) return 'incomplete';
  const [versionAndCommand, family] = [bytes[12]!, bytes[13]!];
  const length = versionTwoLength + bytes.readUInt16BE(14);
  if (versionAndCommand >> 4 !== 2 || (versionAndCommand & 0xf) > 1 || length > bounds.headerBytes) return 'malformed';
  if (bytes.length < length) return 'incomplete';
  if ((versionAndCommand & 0xf) === 0) return { length };
  return addressIn(bytes.subarray(versionTwoLength, length), family, length);
}

/** ::ffff:a.b.c.d: an IPv4 address on a socket that takes both (RFC 4291 §2.5.5.2). */
const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex');

/** The source address stands first in both families. TCP over IPv4 and IPv6 have one that means something here. */
function addressIn(addresses: Buffer, family: number, length: number): ProxyHeader | 'malformed' {
  if (family === 0x11) return addresses.length < 12 ? 'malformed' : { length, address: addresses.subarray(0, 4).join('.') };
  if (family !== 0x21) return { length };
  if (addresses.length < 36) return 'malformed';
  const groups = Array.from({ length: 8 }, (_, at) => addresses.readUInt16BE(at * 2).toString(16));
  const isMapped = addresses.subarray(0, 12).equals(mappedPrefix);
  return { length, address: isMapped ? addresses.subarray(12, 16).join('.') : groups.join(':') };
}

/** The other end of a connection, as the PROXY protocol names it; otherwise as the system does. */
export type PeerAddress = (socket: Socket) => string | undefined;
export const socketPeer: PeerAddress = ({ remoteAddress }) => remoteAddress;

/** The same for a socket and the TLS connection over it. */
const connectionName = ({ remoteAddress, remotePort, localPort }: Socket): string => `${remoteAddress} ${remotePort} ${localPort}`;

/**
 * Expects the PROXY protocol, version 1 or 2, on each connection of these proxies to the servers that are given to it, before TLS and HTTP.
 * One that begins otherwise is closed, and `onFault` called. Connections of all others are as ever: a header of theirs is no HTTP.
 */
export class ProxyProtocol {
  private readonly isProxy: ReturnType<typeof isInNetworks>;
  private readonly clients = new Map<string, string>();

  constructor(
    proxies: readonly string[],
    private readonly onFault: (fault: string) => void,
  ) {
    if (proxies.length === 0)
      throw new Error('PROXY_PROTOCOL=1 needs TRUSTED_PROXIES: the addresses of the proxies that begin their connections with it');
    this.isProxy = isInNetworks(proxies);
  }

  readonly peer: PeerAddress = (socket) => this.clients.get(connectionName(socket)) ?? socket.remoteAddress;

  /** The listeners that the server had for connections get each one when its header is read. */
  expectOn(server: Server): void {
    const serving = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      const serve = (): void => {
        for (const listener of serving) listener.call(server, socket);
      };
      if (this.isProxy(socket.remoteAddress)) this.readHeader(socket, serve);
      else serve();
    });
  }

  private readHeader(socket: Socket, serve: () => void): void {
    let bytes = Buffer.alloc(0);
    const end = (): void => {
      clearTimeout(late);
      socket.off('readable', read).off('error', ignore).off('close', end);
    };
    const fail = (fault: string): void => {
      end();
      socket.on('error', ignore).destroy();
      this.onFault(fault);
    };
    const read = (): void => {
      for (let chunk: Buffer | null; (chunk = socket.read() as Buffer | null) !== null;) bytes = Buffer.concat([bytes, chunk]);
      const header = proxyHeaderIn(bytes);
      if (header === 'incomplete') return;
      if (header === 'malformed') return fail('a connection of a trusted proxy does not begin with a PROXY header');
      end();
      if (header.address !== undefined) this.remember(socket, header.address);
      if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
      serve();
    };
    const late = setTimeout(() => fail('a connection of a trusted proxy has sent no PROXY header'), bounds.headersMs);
    socket.on('readable', read).on('error', ignore).once('close', end);
  }

  private remember(socket: Socket, address: string): void {
    const name = connectionName(socket);
    this.clients.set(name, address);
    socket.once('close', () => this.clients.delete(name));
  }
}

const ignore = (): void => undefined;
