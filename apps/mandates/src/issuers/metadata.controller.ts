import { ServiceSettings } from '@open-banking/config';
import { Controller } from '@nestjs/common';
import { issuerFacts, issuerMetadata, IssuerMetadata } from '@open-banking/issuer';
import { Serves } from '@open-banking/http';
import { mandates } from '@open-banking/spec';

@Controller()
export class MetadataController {
  constructor(private readonly settings: ServiceSettings) {}

  @Serves(mandates.readMandatesMetadata, {
    description: 'Reads the metadata (RFC 8414) of the issuer at which clients get tokens for mandates and customers approve them.',
    answers: IssuerMetadata,
  })
  mandates(): IssuerMetadata {
    return issuerMetadata(issuerFacts('mandates', this.settings));
  }

  @Serves(mandates.readCancellationMetadata, {
    description: 'Reads the metadata (RFC 8414) of the issuer at which customers approve the cancellation of a mandate.',
    answers: IssuerMetadata,
  })
  cancellation(): IssuerMetadata {
    return issuerMetadata(issuerFacts('cancellation', this.settings));
  }
}
