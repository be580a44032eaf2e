import { IsHttpUrl, IsWholeNumber, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** Injectable. */
export class RegisterSettings {
  @Setting(
    'Where the authorisation register is asked about the organizations of clients (docs/ports/authorisation-register.json), without a slash at its end. Without it no client is looked up. The same in all replicas.',
  )
  @IsOptional()
  @IsHttpUrl()
  readonly authorisationRegisterUrl?: string;

  @Setting(
    'How many seconds an answer of the authorisation register counts. The register is asked again after half of them; a client whose answer is older is stopped until the register answers.',
  )
  @IsWholeNumber(5, 86_400)
  readonly authorisationRegisterMaxAgeSeconds: number = 3_600;
}
