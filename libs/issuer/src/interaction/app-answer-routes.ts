import { verifySignedAnswer } from '@open-banking/commands';
import type { BankClock, Database } from '@open-banking/database';
import { faultsOfClass, IsOneOf, IsText, jsonBody } from '@open-banking/http';
import type { RateLimitsService } from '@open-banking/limits';
import { Refusal, refuseAll } from '@open-banking/messages';
import { asRoute, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerJson } from '../issuer/endpoint-routes.js';
import { answerAppApproval, findAppAnswer, type Decision } from './app-approvals.statements.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the app answers (docs/ports/approval-app.json). */
class AppAnswer {
  @IsText({ matches: uuid, max: 36, must: 'be the approvalId of the request' }) readonly approvalId!: string;
  @IsText({ min: 43, max: 43 }) readonly factsHash!: string;
  @IsOneOf('approved', 'refused') readonly decision!: Decision;
  @IsText({ min: 20, max: 35 }) readonly decidedAt!: string;
}

export interface AppAnswerParts {
  readonly database: Database;
  readonly clock: BankClock;
  readonly limits: RateLimitsService;
  /** The keys that the app signs with (JWK Set), and the address that it signs for; absent where no app is asked. */
  readonly app?: { readonly keysFile: string; readonly answerTo: string } | undefined;
}

/** Where the bank's approval app answers. An answer is stored when it is confirmed; it takes effect when the customer's page goes on. */
export async function mountAppAnswers(
  server: FastifyInstance,
  row: Operation,
  { database, clock, limits, app }: AppAnswerParts,
): Promise<void> {
  await server.register(async (scope) => {
    scope.setErrorHandler(answerJson);
    scope.route({
      method: row.method,
      url: asRoute(row.path),
      config: { operation: row },
      handler: async (request, reply) => {
        await limits.charge(row, { address: request.bank.address }, reply);
        if (!app) throw new Refusal('RESOURCE_UNKNOWN', 'no approval app is asked');
        const answer = await signedAnswer(request, app.keysFile, app.answerTo);
        const { approvalId, factsHash, decision } = answer;
        if (!(await database.row(answerAppApproval, approvalId, factsHash, decision, clock.now()))) {
          const found = await database.row(findAppAnswer, approvalId);
          if (!found) throw new Refusal('RESOURCE_UNKNOWN', { approvalId });
          // The same answer once more is confirmed once more.
          if (found.factsHash !== factsHash || found.decision !== decision) throw new Refusal('STATUS_INVALID', { approvalId });
        }
        return reply.code(204).send();
      },
    });
  });
}

async function signedAnswer({ headers, bank }: FastifyRequest, keysFile: string, answerTo: string): Promise<AppAnswer> {
  const { value, faults } = jsonBody(headers['content-type'], bank.rawBody, headers['content-encoding']);
  refuseAll(faults);
  const signature = headers['x-jws-signature'];
  if (typeof signature !== 'string') throw new Refusal('SIGNATURE_MISSING');
  await verifySignedAnswer(bank.rawBody!, signature, keysFile, answerTo).catch((error: unknown) => {
    throw new Refusal('SIGNATURE_INVALID', error);
  });
  refuseAll(faultsOfClass(AppAnswer, value));
  return value as AppAnswer;
}
