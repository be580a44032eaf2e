import { setTimeout as pause } from 'node:timers/promises';
import { exchange, runningBank } from '@open-banking/testing';
import { services, type Service } from '@open-banking/spec';

const everywhere = ['due-work', 'purge-dpop-proofs', 'mark-ready', 'store-answer-counts'];
const writing = ['forget-answers', 'seal-audit'];
const issuing = ['purge-authorizations', 'look-for-jobs', 'take-up-jobs', 'forget-jobs', 'forget-notifications'];
const reading = [...everywhere, 'forget-consent-reads'];
const tasks: Partial<Record<Service, readonly string[]>> = {
  'ais-pis': [
    ...everywhere,
    'forget-consent-reads',
    ...writing,
    ...issuing,
    'purge-sign-in-attempts',
    'compare-high-water-mark',
    'simulate-clearing',
    'write-entry-texts',
    'erase-customers',
    'erase-unapproved-requests',
  ],
  cards: [...everywhere, 'forget-consent-reads', 'write-transaction-texts'],
  mandates: [...everywhere, ...writing, ...issuing],
  portal: [
    ...everywhere,
    'purge-developer-sessions',
    'purge-developer-confirmations',
    'purge-password-resets',
    'delete-unused-accounts',
    'purge-requests',
    'trim-requests',
    'purge-received-notifications',
  ],
};

describe('the recurring work of a service', () => {
  const bank = runningBank(services);
  const metrics = async (service: Service): Promise<string> => {
    const { internalPort } = bank.facts.internal[service];
    return (await exchange(`http://127.0.0.1:${internalPort}/metrics`)).text;
  };
  const counted = (text: string, metric: string): Map<string, number> =>
    new Map(
      [...text.matchAll(/^(\w+)\{[^}]*task="([^"]+)"[^}]*\} (\d+)$/gm)]
        .filter(([, name]) => name === metric)
        .map(([, , task, count]) => [task!, Number(count)]),
    );

  it.each(services)('%s is done within seconds of the start, and is counted', async (service) => {
    const expected = tasks[service] ?? reading;
    let text = await metrics(service);
    /** The tasks with a run that did not fail. Other tests lock tables of this bank, so that a run may have failed. */
    const succeeded = (text: string): string[] => {
      const failures = counted(text, 'openbank_recurring_work_failures_total');
      return [...counted(text, 'openbank_recurring_work_runs_total')]
        .filter(([task, runs]) => runs > failures.get(task)!)
        .map(([task]) => task);
    };
    while (!expected.every((task) => succeeded(text).includes(task))) {
      await pause(100);
      text = await metrics(service);
    }
    expect(succeeded(text)).toEqual(expect.arrayContaining([...expected]));
  });
});
