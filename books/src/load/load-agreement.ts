import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { LoadError, LoadErrors, type Proof } from '@open-banking/database';
import type pg from 'pg';
import type { LoadedService } from '@open-banking/spec';
import { serviceBooks } from '../service-books.js';

interface Broken {
  readonly proof: Proof;
  readonly what: string;
}

/** Maximum number of reported faults per proof. */
const most = 20;

/** Runs the proofs of `openbank ledger check` on a service's database with the file loaded, and reports failures by line and field. */
export async function refuseDisagreement(service: LoadedService, file: string, client: pg.Client): Promise<void> {
  const broken: Broken[] = [];
  for (const proof of serviceBooks[service].loadedProofs) {
    const { rows } = await client.query<{ what: string }>(
      `select what from (${proof.query}) as judged where ok is not true order by what limit ${most}`,
    );
    broken.push(...rows.map(({ what }) => ({ proof, what })));
  }
  if (broken.length > 0) throw new LoadErrors(await placed(broken, file));
}

async function placed(broken: readonly Broken[], file: string): Promise<LoadError[]> {
  const found = broken.map(({ proof, what }) => {
    const { lines: types = [], field } = proof.reportedAt ?? {};
    return {
      types,
      field,
      tokens: tokensOf(what),
      reason: `does not agree, ${what}: ${proof.name}`,
      line: 0,
      rank: Number.POSITIVE_INFINITY,
    };
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
