import { randomUUID } from 'node:crypto';
import { Refusal } from '@open-banking/messages';
import { ownDatabase } from '@open-banking/testing/database';
import { BackgroundActionsService, type Action } from '../src/visit/background-actions.service.js';

describe('an action that takes longer than a page may', () => {
  const own = ownDatabase('portal', { poolSize: 2 });
  const developer = { developerId: randomUUID(), email: 'dana@example.com', hasPassword: true };
  const anAction = (work: Action['work']): Action => ({ title: 'Creating the customer…', back: '/back', work });
  const service = () => new BackgroundActionsService(own.database);
  const actionIn = (goTo: string): string => /[0-9a-f-]{36}/.exec(goTo)![0];

  beforeAll(async () => {
    await own.owner.query(`insert into developer values ($1, $2, '', now(), now())`, [developer.developerId, developer.email]);
  });

  it('is answered with its own page while it is under way, and ends though the browser is gone', async () => {
    const actions = service();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const { goTo } = await actions.begin(
      developer,
      anAction(async () => {
        await finished;
        return { says: 'The customer is made.', goTo: '/made' };
      }),
    );
    expect(goTo).toMatch(/^\/developer\/actions\/[0-9a-f-]{36}$/);
    const actionId = actionIn(goTo);
    // Another replica shows it, too.
    expect(await service().find(developer, actionId)).toMatchObject({
      title: 'Creating the customer…',
      hasEnded: false,
      isBrokenOff: false,
    });
    expect(await actions.find({ ...developer, developerId: randomUUID() }, actionId)).toBeUndefined();
    finish();
    await actions.onApplicationShutdown();
    expect(await service().find(developer, actionId)).toMatchObject({ hasEnded: true, failed: false, goTo: '/made' });
    expect((await service().notice(developer, { action: actionId }))!.text).toContain('The customer is made.');
  });

  it('leads to its end at once where it takes no longer than a page, and back with the reason where it is refused', async () => {
    const actions = service();
    const done = await actions.begin(
      developer,
      anAction(() => Promise.resolve({ says: 'Done.', goTo: '/made' })),
    );
    expect(done.goTo).toMatch(/^\/made\?action=[0-9a-f-]{36}$/);
    const refusal = new Refusal([{ code: 'STATUS_INVALID', text: 'Another change is under way.' }]);
    const refused = await actions.begin(
      developer,
      anAction(() => Promise.reject(refusal)),
    );
    expect(refused.goTo).toMatch(/^\/back\?action=[0-9a-f-]{36}$/);
    const notice = await service().notice(developer, { action: actionIn(refused.goTo) });
    expect(notice!.text).toContain('role="alert"');
    expect(notice!.text).toContain('Another change is under way.');
  });

  it('throws an unexpected error once, where its process answers, so that the log has it', async () => {
    const actions = service();
    const { goTo } = await actions.begin(
      developer,
      anAction(() => Promise.reject(new Error('a fault of ours'))),
    );
    const actionId = actionIn(goTo);
    await expect(actions.find(developer, actionId)).rejects.toThrow('a fault of ours');
    expect(await actions.find(developer, actionId)).toMatchObject({ failed: true, says: 'The bank could not answer; the fault is ours.' });
  });

  it.each([
    ['has ended well', () => Promise.resolve({ says: 'Done.', goTo: '/made' }), true],
    ['has failed', () => Promise.reject(new Refusal([{ code: 'STATUS_INVALID' }])), true],
    ['has ended well, and the database answers', () => Promise.resolve({ says: 'Done.', goTo: '/made' }), false],
  ] as const)('ends no process where it %s; what cannot be stored is reported, and shown as broken off', async (_, work, isAway) => {
    const actions = service();
    const reports: object[] = [];
    await actions.startWork({ report: (line: object, error: unknown) => reports.push({ ...line, error }) } as never);
    const { goTo } = await actions.begin(
      developer,
      anAction(async () => {
        if (isAway) await own.owner.query('alter table developer_action rename to action_away');
        return work();
      }),
    );
    await actions.onApplicationShutdown();
    if (isAway) await own.owner.query('alter table action_away rename to developer_action');
    const actionId = actionIn(goTo);
    await own.owner.query(`update developer_action set alive_until = now() - interval '1 s' where action_id = $1`, [actionId]);
    const lines = [{ event: 'the end of an action was not stored', actionId, error: expect.any(Error) as Error }];
    expect(reports).toEqual(isAway ? lines : []);
    expect(goTo.startsWith('/developer/actions/')).toBe(isAway);
    expect(await actions.find(developer, actionId)).toMatchObject({ hasEnded: !isAway, isBrokenOff: isAway });
  });

  it('is shown as broken off once its process has stopped renewing it, and is forgotten after a day', async () => {
    const { goTo } = await service().begin(
      developer,
      anAction(() => Promise.resolve({ says: 'Done.', goTo: '/made' })),
    );
    const actionId = actionIn(goTo);
    await own.owner.query(`update developer_action set ended_at = null, alive_until = now() - interval '1 s' where action_id = $1`, [
      actionId,
    ]);
    expect(await service().find(developer, actionId)).toMatchObject({ isBrokenOff: true });
    await service().purge();
    expect(await service().find(developer, actionId)).toBeDefined();
    await own.owner.query(`update developer_action set begun_at = now() - interval '25 h' where action_id = $1`, [actionId]);
    await service().purge();
    expect(await service().find(developer, actionId)).toBeUndefined();
  });
});
