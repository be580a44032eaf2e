import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { LoadError, LoadErrors, type Proof } from '@open-banking/database';
import type pg from 'pg';
import type { LoadedService } from '@open-banking/spec';
import { accountProofs } from '@open-banking/ais-pis/ledger-proofs';
import { cardProofs } from '@open-banking/cards/ledger-proofs';
import { loanServiceProofs } from '@open-banking/loan-services/ledger-proofs';
import { savingsAndLoanProofs } from '@open-banking/savings-loans/ledger-proofs';
import { securityProofs } from '@open-banking/securities/ledger-proofs';

const proofs: Readonly<Record<LoadedService, readonly Proof[]>> = {
  'ais-pis': accountProofs,
  'savings-loans': savingsAndLoanProofs,
  securities: securityProofs,
  cards: cardProofs,
  'loan-services': loanServiceProofs,
};

/** Where a failed proof is reported: the line types it concerns, the most likely first, and their field. */
const places: readonly (readonly [about: RegExp, types: readonly string[], field: string])[] = [
  [/^an account has booked/, ['accountBalance', 'account'], 'booked'],
  [/^the balance after each (\w+ )?entry/, ['entry', 'savingsEntry', 'loanEntry'], 'balanceAfter'],
  [/^the balance before the last day/, ['accountBalance', 'account'], 'bookedBefore'],
  [/^reserved and incoming/, ['accountBalance', 'account'], 'reserved'],
  [/^no account is beyond its credit line/, ['accountBalance', 'account'], 'overdraft'],
  [/has an owner/, ['account', 'savingsAccount', 'loanAccount', 'securitiesAccount', 'card', 'branchAccount', 'loan'], 'holder'],
  [/^a (savings|loan) account has booked/, ['savingsAccount', 'loanAccount'], 'booked'],
  [/schedule repays/, ['loanInstalment', 'instalment'], 'openingBalance'],
  [/^a loan (owes|is booked)/, ['loanAccount'], 'booked'],
  [/^a holding is the sum/, ['position', 'securitiesTransaction'], 'units'],
  [/^each transaction begins with/, ['securitiesTransaction'], 'unitsBefore'],
  [/^an order is filled/, ['securityOrder'], 'filledUnits'],
  [/^a trade comes from an order/, ['securitiesTransaction'], 'orderId'],
  [/^a statement is the sum/, ['statement'], 'total'],
  [/^a transaction is on the statement/, ['cardTransaction'], 'statementNumber'],
  [/^a card owes/, ['cardBalance', 'card'], 'notInvoiced'],
  [/^the tracks are the loan/, ['loan', 'track'], 'originalAmount'],
  [/^what is outstanding/, ['loanBalance', 'loan'], 'outstandingPrincipal'],
  [/^the next payment/, ['loanBalance', 'loan'], 'nextPaymentDate'],
  [/^the arrears after each/, ['arrearsTransaction'], 'arrearsAfter'],
  [/^the arrears are/, ['loanBalance', 'loan'], 'arrears'],
];

interface Broken {
  readonly proof: string;
  readonly what: string;
}

/** Maximum number of reported faults per proof. */
const most = 20;

/** Runs the proofs of `openbank ledger check` on a service's database with the file loaded, and reports failures by line and field. */
export async function refuseDisagreement(service: LoadedService, file: string, client: pg.Client): Promise<void> {
  const broken: Broken[] = [];
  for (const { name, query } of proofs[service]) {
    const { rows } = await client.query<{ what: string }>(
      `select what from (${query}) as judged where ok is not true order by what limit ${most}`,
    );
    broken.push(...rows.map(({ what }) => ({ proof: name, what })));
  }
  if (broken.length > 0) throw new LoadErrors(await placed(broken, file));
}

async function placed(broken: readonly Broken[], file: string): Promise<LoadError[]> {
  const found = broken.map(({ proof, what }) => {
    const [, types = [], field] = places.find(([about]) => about.test(proof)) ?? [];
    return { types, field, tokens: tokensOf(what), reason: `does not agree, ${what}: ${proof}`, line: 0, rank: Number.POSITIVE_INFINITY };
  });
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    number += 1;
    for (const one of found) {
      if (one.rank === 0 || !one.tokens.every((token) => line.includes(token))) continue;
      const rank = one.types.indexOf(typeOf(line));
      if (rank >= 0 && rank < one.rank) Object.assign(one, { rank, line: number });
    }
  }
  return found.sort((a, b) => a.line - b.line).map(({ line, field, reason }) => new LoadError(basename(file), line, field, reason));
}

const typeOf = (line: string): string => /"type"\s*:\s*"(\w+)"/.exec(line)?.[1] ?? '';

/** The values that identify a line: its ids, references and, for a schedule or statement, its number. */
function tokensOf(what: string): string[] {
  const ids = what.match(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9]{16}\b/g) ?? [];
  const number = /^(?:instalment|statement) (\d+) of/.exec(what)?.[1];
  const instrument = /^holding of (\S+) in/.exec(what)?.[1];
  return [...ids, ...(number === undefined ? [] : [`"number":${number},`]), ...(instrument === undefined ? [] : [instrument])];
}
