import { explainsEveryStatement } from '@open-banking/testing/database';
import { accountFeed } from '@open-banking/ais-pis-core-data';
import '../src/service.js';

// Its statements are declared when it is made.
accountFeed({ clock: undefined as never });

explainsEveryStatement('ais-pis', {
  readWhole: [
    ...['rest_day', 'holiday', 'short_day', 'calendar_version', 'product_rest_day', 'calendar_year', 'product_days', 'payment_move_due'],
    ...['clearing_rule', 'register_standing', 'entry_news_due', 'entry_news', 'operator', 'instruction_delivery'],
    // Read newest first, up to a limit.
    'adjustment',
  ],
});
