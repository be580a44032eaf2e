import { verifySignedAnswer } from '@open-banking/commands';
import type { BankClock, Database } from '@open-banking/database';
import { faultsOfClass, IsFormat, IsOneOf, IsText, jsonBody } from '@open-banking/http';
import type { RateLimitsService } from '@open-banking/limits';
import { Refusal, refuseAll } from '@open-banking/messages';
import { asRoute, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerJson } from '../issuer/endpoint-routes.js';
import { answerAppApproval, findAppAnswer, type Decision } from './app-approvals.statements.js';
import type { AppAnswerAddress } from './approval-app.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The app's answer (docs/ports/approval-app.json). */
class AppAnswer {
  @IsText({ matches: uuid, max: 36, must: 'be the approvalId of the request' }) readonly approvalId!: string;
  @IsText({ min: 43, max: 43 }) readonly factsHash!: string;
  @IsOneOf('approved', 'refused') readonly decision!: Decision;
  @IsFormat('date-time', { max: 35 }) readonly decidedAt!: string;
}

export interface AppAnswerParts {
  readonly database: Database;
  readonly clock: BankClock;
  readonly limits: RateLimitsService;
  /** Absent where no app is asked. */
  readonly app?: AppAnswerAddress | undefined;
}

/**
 * Mounts the routes for the answers of the bank's approval app. An answer is stored when it is confirmed; it takes effect when the
 * customer's page goes on.
 */
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
      config: { operation: row, isChargedByHandler: true },
      handler: async (request, reply) => {
        const signed = await verifiedAnswer(request, app).catch(async (error: unknown) => {
          // Only who cannot sign is counted: all answers of the bank's own app come from few addresses.
          await limits.charge(row, { address: request.bank.address }, reply);
          throw error;
        });
        await store(database, clock, signed);
        return reply.code(204).send();
      },
    });
  });
}

interface SignedAppAnswer {
  readonly answer: AppAnswer;
  /** The text that was signed. */
  readonly text: string;
  readonly signature: string;
}

async function store(database: Database, clock: BankClock, { answer, text, signature }: SignedAppAnswer): Promise<void> {
  const { approvalId, factsHash, decision } = answer;
  if (await database.row(answerAppApproval, approvalId, factsHash, decision, clock.now(), text, signature)) return;
  const found = await database.row(findAppAnswer, approvalId);
  if (!found) throw new Refusal('RESOURCE_UNKNOWN', { approvalId });
  // The same answer once more is confirmed once more.
  if (found.factsHash !== factsHash || found.decision !== decision) throw new Refusal('STATUS_INVALID', { approvalId });
}

async function verifiedAnswer({ headers, bank }: FastifyRequest, app: AppAnswerAddress | undefined): Promise<SignedAppAnswer> {
  if (!app) throw new Refusal('RESOURCE_UNKNOWN', 'no approval app is asked');
  const { value, faults } = jsonBody(headers['content-type'], bank.rawBody, headers['content-encoding']);
  refuseAll(faults);
  const signature = headers['x-jws-signature'];
  if (typeof signature !== 'string') throw new Refusal('SIGNATURE_MISSING');
  await verifySignedAnswer(bank.rawBody!, signature, app.keysFile, app.answerTo).catch((error: unknown) => {
    throw new Refusal('SIGNATURE_INVALID', error);
  });
  refuseAll(faultsOfClass(AppAnswer, value));
  return { answer: value as AppAnswer, text: bank.rawBody!.toString(), signature };
}
