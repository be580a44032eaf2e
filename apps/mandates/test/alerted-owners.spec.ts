import { alertedOwners } from '../src/alert-outbox/alerted-owners.js';

describe('who is alerted of a mandate', () => {
  it.each<[owners: string, approvers: string, alerted: string]>([
    ['a', 'a', 'a'],
    ['ab', 'a', 'a'],
    ['ab', 'ab', 'ab'],
    ['b', 'ab', 'b'],
    ['b', 'a', 'b'],
    ['bc', 'a', 'bc'],
    ['bc', '', 'bc'],
    ['', 'a', ''],
  ])('are, of the owners "%s" and the approvers "%s", "%s"', (owners, approvers, alerted) => {
    expect(alertedOwners([...owners], [...approvers])).toEqual([...alerted]);
  });
});
