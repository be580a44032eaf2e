import { connect } from 'node:net';

const dripMs = 200;

/** A client that sends `bytes`, and then one more byte after the other; without any it sends nothing. Resolves with what it heard when the server has closed the connection. */
export function closedByServer(address: { readonly host: string; readonly port: number }, bytes?: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(address, () => bytes !== undefined && socket.write(bytes, 'latin1'));
    const drip = setInterval(() => bytes !== undefined && socket.writable && socket.write('x'), dripMs);
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    // Writing to what the server has closed.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve(heard);
    });
  });
}
