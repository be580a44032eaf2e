import { explainsEveryStatement } from '@open-banking/testing/database';
import '../src/developer-clients/developer-client.entity.js';
import '../src/developer-clients/developer-clients.statements.js';
import '../src/console/console-call.entity.js';
import '../src/console/console-client.entity.js';
import '../src/requests/console-calls.statements.js';
import '../src/console/console-seal.entity.js';
import '../src/console/console-clients.statements.js';
import '../src/developers/account-deletion.statements.js';
import '../src/developers/developer.entity.js';
import '../src/developers/developers.statements.js';
import '../src/developers/mail-queue.statements.js';
import '../src/developers/password-resets.statements.js';
import '../src/receivers/receiver.entity.js';
import '../src/receivers/receivers.statements.js';
import '../src/requests/recorded-bodies.statements.js';
import '../src/requests/requests.statements.js';
import '../src/sandbox-accounts/sandbox-account.entity.js';
import '../src/sandbox-accounts/sandbox-accounts.statements.js';
import '../src/scenarios/sandbox-key.entity.js';
import '../src/scenarios/scenarios.statements.js';
import '../src/visit/background-actions.statements.js';
import '../src/visit/developer-session.entity.js';
import '../src/visit/developer-sessions.statements.js';

// Rows of ten minutes: one for each customer that was just removed.
explainsEveryStatement('portal', { readWhole: ['forgotten_exchange'] });
