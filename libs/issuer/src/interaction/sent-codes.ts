import type { ApprovalFacts, Problem } from '@open-banking/pages';
import type { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { ApprovalCodes, WhatFor } from '../approval-codes.js';
import type { Customers } from '../customers.js';
import type { IssuerSettings } from '../issuer-settings.js';
import { approvalCode, codesPerJourney, sameCode, triesPerCode } from './approval-code.js';
import { sendCode, takeTry, type Journey, type JourneyKey } from './journeys.statements.js';

export interface CodeParts {
  readonly database: Database;
  readonly clock: BankClock;
  readonly customers: Customers;
  readonly codes: ApprovalCodes;
  readonly settings: Pick<IssuerSettings, 'approvalCodeMinutes' | 'interactionMinutes'>;
  /** Approval codes are computed with it; the same in all replicas. */
  readonly codeKey: Buffer;
}

/** Whoever reads a code reads what it approves: of money, how much and to whom (RTS art. 5(1)(a)). */
export function whatFor(client: string, facts: ApprovalFacts): WhatFor {
  if (facts.kind === 'consent') return { client, kind: facts.kind };
  const { kind, creditorName } = facts;
  if (kind === 'payment') return { client, kind, creditorName, creditorAccount: facts.creditorAccount, amount: facts.amount };
  const { creditorAccount, amount = facts.maximum } = facts;
  return { client, kind, creditorName, ...(creditorAccount !== undefined && { creditorAccount }), ...(amount && { amount }) };
}

/** What is asked; blocked where the customer has opted out altogether. */
export async function unlessOptedOut(
  customers: Pick<Customers, 'hasOptedOut'>,
  psuId: string,
  gathered: Promise<ApprovalFacts>,
): Promise<ApprovalFacts> {
  const [facts, optedOut] = await Promise.all([gathered, customers.hasOptedOut(psuId)]);
  return optedOut && !facts.blocked ? { ...facts, blocked: 'opted-out' } : facts;
}

/** Approval codes of one journey after the other: sent, and tried. */
export class SentCodes {
  constructor(private readonly parts: CodeParts) {}

  /** The code for these facts: the one sent before while it lives, otherwise a new one is sent, until there were enough. */
  async live(key: JourneyKey, journey: Journey, about: Buffer, what: WhatFor): Promise<{ code: string; expiresAt: Date } | undefined> {
    const { codeKey, clock, codes, database, settings } = this.parts;
    const sentCode = (number: number): string => approvalCode(codeKey, key[0], about, number);
    const lives =
      journey.codeAbout?.equals(about) && journey.codeExpiresAt && journey.codeExpiresAt > clock.now() && journey.codeTriesLeft > 0;
    if (lives) return { code: sentCode(journey.codeNumber), expiresAt: journey.codeExpiresAt! };
    const expiresAt = new Date(clock.now().getTime() + settings.approvalCodeMinutes * 60_000);
    const sent = await database.row(sendCode, ...key, about, expiresAt, triesPerCode, codesPerJourney);
    if (!sent) return undefined;
    const code = sentCode(sent.codeNumber);
    await codes.send({ psuId: journey.psuId, code, expiresAt, ...what }).catch((error: unknown) => {
      throw new Refusal('SERVICE_UNAVAILABLE', error, { retryAfterSeconds: 5 });
    });
    return { code, expiresAt };
  }

  /** Undefined: the code is right, and one of its tries is used up. */
  async try(key: JourneyKey, psuId: string, about: Buffer, code: string): Promise<Problem | undefined> {
    const { clock, codeKey, customers, database } = this.parts;
    const tried = await database.row(takeTry, ...key, about, clock.now());
    if (!tried) return { notice: 'dead-code' };
    const { taken, lockedUntil } = await customers.takeCodeTry(psuId);
    if (taken && sameCode(code, approvalCode(codeKey, key[0], about, tried.codeNumber))) {
      await customers.codeWasRight(psuId);
      return undefined;
    }
    return lockedUntil ? { notice: 'locked', lockedUntil } : { notice: tried.triesLeft > 0 ? 'wrong-code' : 'dead-code' };
  }
}
