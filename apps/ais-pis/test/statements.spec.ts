import { explainsEveryStatement } from '@open-banking/testing/database';
import '../src/calendar/calendar.module.js';
import '../src/clearing/clearing.module.js';
import '../src/client-logos/client-logos.statements.js';
import '../src/directory/client-logo.entity.js';
import '../src/collections/collections.module.js';
import '../src/controllers.js';
import '../src/customer-resources/customer-resources.module.js';
import '../src/customer/receipts/customer-receipts.statements.js';
import '../src/entry-news/entry-news.module.js';
import '../src/erasure/erasure-target.js';
import '../src/erasure/erasure.module.js';
import '../src/erasures/erasures.module.js';
import '../src/issuers/issuers.module.js';
import '../src/issuers/token-authority.service.js';
import '../src/held-payments/held-payments.module.js';
import '../src/ledger/ledger.service.js';
import '../src/lookups/lookups.module.js';
import '../src/maintenance/maintenance.module.js';
import '../src/receipts/receipt-log.service.js';
import '../src/receipts/receipts.module.js';
import '../src/payment-rules/payment-rules.module.js';
import '../src/payments/execution/execution.service.js';
import '../src/scenarios/scenarios.statements.js';

import { accountFeed } from '../src/feed/account-feed.js';

// Its statements are declared when it is made.
accountFeed({ clock: undefined as never });

explainsEveryStatement('ais-pis', {
  readWhole: [
    ...['rest_day', 'holiday', 'short_day', 'calendar_version', 'product_rest_day', 'calendar_year', 'product_days', 'payment_move_due'],
    ...['clearing_rule', 'register_standing', 'entry_news_due', 'entry_news'],
  ],
});
