import { forwardTarget, isAtLoopback } from '../src/loopback.js';

describe('the address that notifications are forwarded to', () => {
  it.each(['http://localhost:3000/hook', 'http://127.0.0.1/', 'https://127.255.3.4:8443/a?b=c', 'http://[::1]:3000/hook'])(
    'is accepted on this machine: %s',
    async (address) => {
      expect((await forwardTarget(address, [])).url.href).toBe(new URL(address).href);
      expect(isAtLoopback(new URL(address))).toBe(true);
    },
  );

  it.each([
    ['http://192.0.2.1:3000/hook', '192.0.2.1'],
    ['http://[2001:db8::1]/hook', '2001:db8::1'],
    // Other ways to write it: the address is what counts.
    ['http://[::ffff:192.0.2.1]/', '::ffff:c000:201'],
    ['http://3221225985/', '192.0.2.1'],
    ['http://0.0.0.0/', '0.0.0.0'],
  ])('is refused on another machine, unless its host is allowed: %s', async (address, host) => {
    await expect(forwardTarget(address, [])).rejects.toThrow(`Add --allow-host ${host} if it is yours.`);
    await expect(forwardTarget(address, ['192.0.2.9'])).rejects.toThrow('--allow-host');
    expect((await forwardTarget(address, [host])).url.href).toBe(new URL(address).href);
    expect(isAtLoopback(new URL(address))).toBe(false);
  });

  it.each(['localhost:3000', 'ftp://localhost/', 'file:///etc/passwd', '/hook', 'http://name:word@localhost/'])(
    'is refused as %s',
    (address) => expect(forwardTarget(address, ['localhost'])).rejects.toThrow(/--forward-to (needs an address|takes no name)/),
  );
});
