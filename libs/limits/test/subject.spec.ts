import { network, subjectKey } from '../src/rate-limit-subject.js';

describe('The rate-limit subject', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001::b:c:d:e:f', '2001:0:0:b::/64'],
    ['unknown', 'unknown'],
  ])('is for the address %s the network %s', (address, expected) => {
    expect(network(address)).toBe(expected);
  });

  it('is never the same for a client and an address', () => {
    expect(subjectKey({ client: 'tpp' })).toBe('client tpp');
    expect(subjectKey({ address: '2001:db8:1:2::1' })).toBe('address 2001:db8:1:2::/64');
    expect(subjectKey({ client: '192.0.2.7' })).not.toBe(subjectKey({ address: '192.0.2.7' }));
  });
});
