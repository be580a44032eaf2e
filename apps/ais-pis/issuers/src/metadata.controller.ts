import { ServiceSettings } from '@open-banking/config';
import { Controller } from '@nestjs/common';
import { issuerFacts, issuerMetadata, IssuerMetadata } from '@open-banking/issuer';
import { Serves } from '@open-banking/http';
import { aisPis } from '@open-banking/spec';
import { ConsentApprovalsService } from '@open-banking/ais-pis-consents';

@Controller()
export class MetadataController {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly approvals: ConsentApprovalsService,
  ) {}

  @Serves(aisPis.readConsentsMetadata, {
    description: 'Reads the metadata (RFC 8414) of the issuer at which clients get tokens for consents and customers approve them.',
    answers: IssuerMetadata,
  })
  consents(): IssuerMetadata {
    return issuerMetadata(issuerFacts('consents', this.settings), this.approvals.terms);
  }

  @Serves(aisPis.readPaymentsMetadata, {
    description: 'Reads the metadata (RFC 8414) of the issuer at which clients get tokens for payments and customers approve them.',
    answers: IssuerMetadata,
  })
  payments(): IssuerMetadata {
    return issuerMetadata(issuerFacts('payments', this.settings));
  }
}
