import { Injectable } from '@nestjs/common';
import { JobHandler, JobsService, SignedPort, SigningKeys, verifySignedAnswer, withoutDatabase } from '@open-banking/commands';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import { faultsOfClass, jsonBody } from '@open-banking/http';
import { refuseAll } from '@open-banking/messages';
import { issuerHomes } from '@open-banking/spec';
import { executePayment } from '../execute-payment.js';
import { CheckAnswersService } from './check-answers.service.js';
import { askChecks, type AskChecks } from './check-jobs.js';
import { CheckReports } from './check-reports.service.js';
import { SignedCheckAnswer } from './checks.messages.js';
import { ExecutionCheckSettings } from './checks.settings.js';
import { checksToAsk, type CheckToAsk } from './checks.statements.js';
import { checkFactsOf, checkHashOf } from './execution-check.js';

/** Asks the bank's own check (docs/ports/execution-checks.json), outside any transaction. */
@Injectable()
export class CheckPortService {
  readonly #port: { readonly port: SignedPort; readonly keysFile: string; readonly issuer: string } | undefined;

  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly answers: CheckAnswersService,
    private readonly reports: CheckReports,
    keys: SigningKeys,
    { baseUrl }: ServiceSettings,
    { executionCheckUrl: url, executionCheckKeysFile: keysFile }: ExecutionCheckSettings,
  ) {
    if (url === undefined) return;
    if (keysFile === undefined)
      throw new Error('EXECUTION_CHECK_KEYS_FILE is not set: answers of EXECUTION_CHECK_URL could not be checked');
    const issuer = `${baseUrl}${issuerHomes.payments.path}`;
    this.#port = { port: new SignedPort(url, keys, issuer), keysFile, issuer };
  }

  /** All at once. What was not answered is asked again, by the same id, until its time is over. */
  @JobHandler(askChecks)
  async ask({ checkIds }: AskChecks): Promise<void> {
    if (!this.#port) return;
    const waiting = await this.database.rows(checksToAsk, checkIds);
    let applied = Promise.resolve();
    const outcomes = await withoutDatabase(() =>
      Promise.allSettled(
        waiting.map(async (check) => {
          const answer = await this.answerTo(check);
          // An answer waits for no slower one, and all together take one connection.
          await (applied = applied.catch(() => undefined).then(() => this.apply(check, answer)));
        }),
      ),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async apply({ checkId, paymentId }: CheckToAsk, answer: SignedCheckAnswer | 'later' | 'changed'): Promise<void> {
    if (answer === 'changed') await this.database.transaction((tx) => this.jobs.add(tx, executePayment, { paymentId }));
    else if (answer !== 'later') await this.answers.answer(checkId, answer);
  }

  /** Throws where there was no usable answer. */
  private async answerTo(check: CheckToAsk): Promise<SignedCheckAnswer | 'later' | 'changed'> {
    const { checkId, factsHash, dueBy } = check;
    if (checkHashOf(check) !== factsHash) return 'changed';
    const { port, keysFile, issuer } = this.#port!;
    try {
      const { status, body, signature } = await port.ask({ checkId, answerBy: dueBy, factsHash, facts: checkFactsOf(check) });
      if (status === 202) return 'later';
      await verifySignedAnswer(body, signature ?? '', keysFile, issuer);
      const { value, faults } = jsonBody('application/json', body, undefined);
      refuseAll([...faults, ...faultsOfClass(SignedCheckAnswer, value)]);
      const answer = value as SignedCheckAnswer;
      if (answer.checkId !== checkId || answer.factsHash !== factsHash) throw new Error('it answers another check');
      return answer;
    } catch (error) {
      this.reports.notAnswered(checkId, error);
      throw error;
    }
  }
}
