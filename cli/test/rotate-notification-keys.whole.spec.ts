import { freshBank } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

describe('openbank rotate notification-keys', () => {
  const bank = freshBank(['ais-pis', 'mandates']);
  const { openbank } = openbankOf(bank);

  it('says of each service why its key signs when it does', async () => {
    const rotate = async (...args: string[]) => {
      const { code, out, err } = await openbank('rotate', 'notification-keys', ...args);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return out
        .replaceAll(/key \S+/g, 'key K')
        .replaceAll(/\d{4}-\d\d-\S+Z/g, 'T')
        .split('\n');
    };
    // Neither service has signed anything yet.
    const first = (service: string) => `${service}: the key K signs from T: at once, because it is the first of this service`;
    expect(await rotate()).toEqual([first('ais-pis'), first('mandates'), '']);
    const next = (service: string) => `${service}: the key K signs from T; until then the previous one signs`;
    expect(await rotate()).toEqual([next('ais-pis'), next('mandates'), '']);
    expect(await rotate()).toEqual([next('ais-pis'), next('mandates'), '']);
    const only = (service: string) => `${service}: the key K signs from T: at once, because all others are deleted`;
    expect(await rotate('--leaked')).toEqual([only('ais-pis'), only('mandates'), '']);
  });
});
