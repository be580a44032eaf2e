import { Controller, Inject } from '@nestjs/common';
import { issuerFacts, issuerMetadata, IssuerMetadata } from '@open-banking/authorization';
import { Serves } from '@open-banking/http';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { aisPis } from '@open-banking/spec';

@Controller()
export class MetadataController {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<ServiceSettings, 'baseUrl'>) {}

  @Serves(aisPis.readConsentsMetadata, { answers: IssuerMetadata })
  consents(): IssuerMetadata {
    return issuerMetadata(issuerFacts('consents', this.settings.baseUrl));
  }

  @Serves(aisPis.readPaymentsMetadata, { answers: IssuerMetadata })
  payments(): IssuerMetadata {
    return issuerMetadata(issuerFacts('payments', this.settings.baseUrl));
  }
}
