import { IsOpenIdIssuer, IsReadableFile, IsValue, IsValueList, IsWholeNumber, onlyWith, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** The bank's OpenID provider, if customers do not sign in on the pages here. Injectable. */
export class LoginSettings {
  @Setting(
    "Issuer of the bank's OpenID provider. Customers then sign in there, and the password pages here are off (docs/login.md). Give ais-pis and mandates the same LOGIN_ settings.",
  )
  @IsOptional()
  @IsOpenIdIssuer()
  readonly loginIssuerUrl?: string;

  @Setting('Name of this bank interface (client_id) at the OpenID provider.', onlyWith('LOGIN_ISSUER_URL'))
  @IsOptional()
  @IsValue()
  readonly loginClientId?: string;

  @Setting(
    'Private key that the OpenID provider knows this client by (private_key_jwt), as a JWK with `kid`; read for each sign-in.',
    onlyWith('LOGIN_ISSUER_URL'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly loginClientKeyFile?: string;

  @Setting('Secret that the OpenID provider knows this client by, instead of a key; read for each sign-in.', onlyWith('LOGIN_ISSUER_URL'))
  @IsOptional()
  @IsReadableFile()
  readonly loginClientSecretFile?: string;

  @Setting(
    'Classes of authentication (acr) that are asked for, the preferred first; a sign-in of another class is refused. Without it `acr` is not looked at.',
    onlyWith('LOGIN_ISSUER_URL'),
  )
  @IsValueList()
  readonly loginAcrValues: readonly string[] = [];

  @Setting(
    'Methods of authentication (amr, RFC 8176), of which a sign-in must have used at least one, such as `mfa,hwk`. Without it `amr` is not looked at.',
    onlyWith('LOGIN_ISSUER_URL'),
  )
  @IsValueList()
  readonly loginAmrValues: readonly string[] = [];

  @Setting(
    "Claim of the ID token that names the customer: the `loginSubject` of the customer's line (docs/load-formats.md).",
    onlyWith('LOGIN_ISSUER_URL'),
  )
  @IsValue()
  readonly loginSubjectClaim: string = 'sub';

  @Setting('Scopes asked for besides `openid`, where the provider gives LOGIN_SUBJECT_CLAIM only with one.', onlyWith('LOGIN_ISSUER_URL'))
  @IsValueList()
  readonly loginScopes: readonly string[] = [];

  @Setting("Seconds by which the OpenID provider's clock may differ from this machine's.", onlyWith('LOGIN_ISSUER_URL'))
  @IsWholeNumber(0, 60)
  readonly loginClockToleranceSeconds: number = 5;
}
