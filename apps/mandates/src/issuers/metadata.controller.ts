import { Controller, Inject } from '@nestjs/common';
import { issuerFacts, issuerMetadata, IssuerMetadata } from '@open-banking/authorization';
import { Serves } from '@open-banking/http';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { mandates } from '@open-banking/spec';

@Controller()
export class MetadataController {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<ServiceSettings, 'baseUrl'>) {}

  @Serves(mandates.readMandatesMetadata, { answers: IssuerMetadata })
  mandates(): IssuerMetadata {
    return issuerMetadata(issuerFacts('mandates', this.settings.baseUrl));
  }

  @Serves(mandates.readCancellationMetadata, { answers: IssuerMetadata })
  cancellation(): IssuerMetadata {
    return issuerMetadata(issuerFacts('cancellation', this.settings.baseUrl));
  }
}
