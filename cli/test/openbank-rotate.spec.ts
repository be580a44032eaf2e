import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InternalCalls, InternalSigner } from '@open-banking/access';
import { issuerInternal, services } from '@open-banking/spec';
import { ownBank, temporaryFolder } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

describe('openbank rotate service-keys', () => {
  const bank = ownBank(['ais-pis', 'cards']);
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });
  const { openbank } = openbankOf(bank);
  const rotate = (...args: string[]) => openbank('rotate', 'service-keys', '--keys-dir', bank.facts.keysDir, ...args);

  /** Asks ais-pis about a token as cards does, with the keys of a folder. */
  const callWith = (keysDir: string): (() => Promise<unknown>) => {
    const address = `http://127.0.0.1:${bank.facts.internal['ais-pis'].internalPort}`;
    const calls = new InternalCalls(new InternalSigner('cards', keysDir), { 'ais-pis': [address] });
    return () => calls.call('ais-pis', issuerInternal.introspectToken, { body: { issuer: 'consents', token: 'x' } });
  };

  it('replaces the keys while services run and refuses no call; the previous keys are accepted until --finish', async () => {
    const { keysDir } = bank.facts;
    const before = join(folder.path, 'before');
    cpSync(keysDir, before, { recursive: true });
    const caller = await (await bank.client()).consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
    const [call, callAsBefore] = [callWith(keysDir), callWith(before)];
    let rotated = false;
    let answered = 0;
    const calling = (async () => {
      for (let after = 0; after < 20; after += rotated ? 1 : 0) {
        await call();
        answered += 1;
      }
    })();
    expect(await rotate()).toMatchObject({ code: 0, err: '' });
    rotated = true;
    await calling;
    expect(answered).toBeGreaterThan(20);

    const publicKeyIn = (where: string) => readFileSync(join(where, 'cards.public.jwk.json'), 'utf8');
    expect(publicKeyIn(keysDir)).not.toBe(publicKeyIn(before));
    expect(await callAsBefore()).toMatchObject({ active: false });
    expect(await rotate()).toMatchObject({
      code: 1,
      err: 'openbank: The key of ais-pis was rotated less than a minute ago: wait, or end that rotation with --finish.\n',
    });
    expect(await rotate('--finish')).toMatchObject({ code: 0, err: '' });
    await expect(callAsBefore()).rejects.toThrow();
    expect(await call()).toMatchObject({ active: false });
    // The services call each other with their new keys.
    expect((await caller.get('/v1.7/cards')).status).toBe(200);
  }, 60_000);

  it("gives each service's own folder all public keys and only its own private one", async () => {
    const { keysDir } = bank.facts;
    for (const service of services) mkdirSync(join(folder.path, service, 'keys'), { recursive: true });
    const contentOf = (...path: string[]) => readFileSync(join(...path), 'utf8');
    const beforeCards = contentOf(keysDir, 'cards.private.jwk.json');
    expect(await rotate('--service-keys', join(folder.path, '{service}', 'keys'))).toMatchObject({ code: 0, err: '' });
    const own = join(folder.path, 'cards', 'keys');
    for (const service of services) {
      expect(contentOf(own, `${service}.public.jwk.json`)).toBe(contentOf(keysDir, `${service}.public.jwk.json`));
      expect(contentOf(own, `${service}.previous.public.jwk.json`)).toBe(contentOf(keysDir, `${service}.previous.public.jwk.json`));
    }
    expect(contentOf(own, 'cards.private.jwk.json')).toBe(contentOf(keysDir, 'cards.private.jwk.json'));
    expect(contentOf(keysDir, 'cards.private.jwk.json')).not.toBe(beforeCards);
    expect(() => contentOf(own, 'ais-pis.private.jwk.json')).toThrow('ENOENT');
  }, 30_000);
});
