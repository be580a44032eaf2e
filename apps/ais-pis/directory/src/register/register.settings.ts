import { IsHttpUrl, IsWholeNumber, onlyWith, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** Injectable. */
export class RegisterSettings {
  @Setting(
    'Base URL of the authorisation register in which the organizations of clients are looked up (docs/ports/authorisation-register.json), without a trailing slash. Without it no client is looked up. Must be the same in all replicas.',
  )
  @IsOptional()
  @IsHttpUrl()
  readonly authorisationRegisterUrl?: string;

  @Setting(
    'How many seconds a response of the authorisation register is valid. The register is queried again after half of them. A client whose last response is older is stopped until the register responds.',
    onlyWith('AUTHORISATION_REGISTER_URL'),
  )
  @IsWholeNumber(5, 86_400)
  readonly authorisationRegisterMaxAgeSeconds: number = 3_600;
}
