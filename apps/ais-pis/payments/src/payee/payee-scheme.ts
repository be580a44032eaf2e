import { randomUUID } from 'node:crypto';
import { SignedPort, verifySignedAnswer, type SigningKeys } from '@open-banking/commands';
import { faultsOfClass, IsOneOf, IsText, jsonBody, Optional } from '@open-banking/http';
import { refuseAll } from '@open-banking/messages';
import { checkOf, longestName, nameMatchCodes, notPossible, type CheckedPayee, type NameMatchCode } from './payee-check.js';
import { externalPayees } from './external-payees.js';

/** A creditor as the payer calls it, at another bank. */
export interface PayeeElsewhere {
  readonly iban: string;
  readonly creditorName: string;
  readonly creditorAgent?: string | undefined;
}

/** Who is asked for the names of other banks' accounts. Throws if there is no usable answer. */
export abstract class PayeeScheme {
  abstract ask(payee: PayeeElsewhere): Promise<CheckedPayee>;
}

/** What the bank's own server answers (docs/ports/payee-verification.json). */
class PayeeAnswer {
  @IsText({ min: 36, max: 36 }) readonly requestId!: string;
  @IsOneOf(...nameMatchCodes) readonly creditorNameMatch!: NameMatchCode;
  @Optional() @IsText({ min: 1, max: longestName, notBlank: true }) readonly matchedCreditorName?: string;
}

/** The scheme that the bank takes part in, behind a server of its own. */
export class PayeePort extends PayeeScheme {
  private readonly port: SignedPort;

  constructor(
    url: string,
    private readonly keysFile: string,
    keys: Pick<SigningKeys, 'current'>,
    private readonly issuer: string,
  ) {
    super();
    this.port = new SignedPort(url, keys, issuer);
  }

  async ask({ iban, creditorName, creditorAgent }: PayeeElsewhere): Promise<CheckedPayee> {
    const requestId = randomUUID();
    const { body, signature } = await this.port.ask({ requestId, creditorAccount: { iban }, creditorName, creditorAgent });
    await verifySignedAnswer(body, signature ?? '', this.keysFile, this.issuer);
    const { value, faults } = jsonBody('application/json', body, undefined);
    refuseAll([...faults, ...faultsOfClass(PayeeAnswer, value)]);
    const answer = value as PayeeAnswer;
    if (answer.requestId !== requestId) throw new Error('it answers another request');
    const { creditorNameMatch, matchedCreditorName } = answer;
    if (creditorNameMatch !== 'CMTC') return { creditorNameMatch, answered: true };
    if (matchedCreditorName === undefined) throw new Error('a close match without a name');
    return { creditorNameMatch, matchedCreditorName, answered: true };
  }
}

/** The sandbox's scheme: knows the names of a few accounts elsewhere, and no others. */
export class SimulatedPayeeScheme extends PayeeScheme {
  ask({ iban, creditorName }: PayeeElsewhere): Promise<CheckedPayee> {
    const names = externalPayees[iban];
    return Promise.resolve(names ? checkOf(creditorName, names) : notPossible);
  }
}
