import { amountText } from '@open-banking/database';
import type { Proof } from '@open-banking/feed';
import { bookedMembers, namesOwner, isCurrent } from '@open-banking/ais-pis-accounts';

/** A text is a copy that lists take over unseen. Those of another format are not read by this release, nor those of another owner's name. */
export const entryTextProofs: readonly Proof[] = [
  {
    service: 'ais-pis',
    name: 'the text of an entry says what the entry says',
    query: /* sql */ `
    select 'text of entry ' || t.entry_reference || ' of account ' || t.account_id as what,
           t.members = ${bookedMembers('false')} and t.balance_after = ${amountText('a.currency', 'e.balance_after')} and t.names_owner = ${namesOwner} as ok
    from entry_text t
    left join entry e on e.account_id = t.account_id and e.booking_date = t.booking_date and e.entry_reference = t.entry_reference
    join account a on a.account_id = t.account_id
    where ${isCurrent('t')}`,
  },
];
