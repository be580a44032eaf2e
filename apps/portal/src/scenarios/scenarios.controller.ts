import { Body, Controller, Param } from '@nestjs/common';
import { CurrentDeveloper } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { sandboxOperations, type Operation } from '@open-banking/spec';
import { MandateChange, PaymentClearingAnswer, SecondOwnerAnswer, ServiceOutage } from './scenarios.messages.js';
import { ScenariosService } from './scenarios.service.js';

const rows = sandboxOperations as unknown as Record<keyof typeof sandboxOperations, Operation>;

@Controller()
export class ScenariosController {
  constructor(private readonly scenarios: ScenariosService) {}

  @Serves(rows.revokeConsentAsCustomer, {
    description: "Revokes a consent of one of the developer's clients as its customer would on the bank's pages (`revokedByPsu`).",
    answers: { 204: null },
    status: 204,
    refuses: ['RESOURCE_UNKNOWN'],
  })
  revoke(@CurrentDeveloper() developer: string, @Param() { consentId }: { readonly consentId: string }): Promise<undefined> {
    return this.scenarios.revokeConsent(developer, consentId);
  }

  @Serves(rows.useUpConsentReads, {
    description:
      'Uses up, for 24 hours of the bank, what may be read of a valid consent without the customer: the next such read is answered with 429 `ACCESS_EXCEEDED`. Reads with the customer, and further pages of a list, go on.',
    answers: { 204: null },
    status: 204,
    refuses: ['RESOURCE_UNKNOWN'],
  })
  useUpReads(@CurrentDeveloper() developer: string, @Param() { consentId }: { readonly consentId: string }): Promise<undefined> {
    return this.scenarios.useUpReads(developer, consentId);
  }

  @Serves(rows.makeServiceUnavailable, {
    description:
      "Makes a service unavailable for one of the developer's clients: its requests there are answered with 503 `SERVICE_UNAVAILABLE` and `Retry-After`, as in an outage, at the latest a second later. Other clients and services go on, and so do tokens and approvals.",
    body: ServiceOutage,
    answers: { 204: null },
    status: 204,
    refuses: ['RESOURCE_UNKNOWN'],
  })
  makeUnavailable(
    @CurrentDeveloper() developer: string,
    @Param() { clientId }: { readonly clientId: string },
    @Body() outage: ServiceOutage,
  ): Promise<undefined> {
    return this.scenarios.makeUnavailable(developer, clientId, outage);
  }

  @Serves(rows.answerConsentAsSecondOwner, {
    description: 'Approves or refuses, as the second owners, a consent that one owner has approved (`partiallyAuthorised`).',
    body: SecondOwnerAnswer,
    answers: { 204: null },
    status: 204,
    refuses: ['RESOURCE_UNKNOWN'],
  })
  answerConsent(
    @CurrentDeveloper() developer: string,
    @Param() { consentId }: { readonly consentId: string },
    @Body() { answer }: SecondOwnerAnswer,
  ): Promise<undefined> {
    return this.scenarios.answerConsent(developer, consentId, answer);
  }

  @Serves(rows.setPaymentClearingAnswer, {
    description:
      "Says how another bank answers a payment of one of the developer's clients: it rejects it, or accepts it and returns the money. Payments inside this bank reach no other one.",
    body: PaymentClearingAnswer,
    answers: { 204: null },
    status: 204,
  })
  setClearingAnswer(
    @CurrentDeveloper() developer: string,
    @Param() { paymentId }: { readonly paymentId: string },
    @Body() answer: PaymentClearingAnswer,
  ): Promise<undefined> {
    return this.scenarios.setClearingAnswer(developer, paymentId, answer);
  }

  @Serves(rows.changeMandateAsCustomer, {
    description: "Suspends, resumes or cancels a mandate of one of the developer's clients as its customer would on the bank's pages.",
    body: MandateChange,
    answers: { 204: null },
    status: 204,
  })
  changeMandate(
    @CurrentDeveloper() developer: string,
    @Param() { resourceId }: { readonly resourceId: string },
    @Body() change: MandateChange,
  ): Promise<undefined> {
    return this.scenarios.changeMandate(developer, resourceId, change);
  }

  @Serves(rows.answerPaymentAsSecondOwner, {
    description: 'Approves or refuses, as the second owner, a payment that one owner has approved (`PATC`).',
    body: SecondOwnerAnswer,
    answers: { 204: null },
    status: 204,
  })
  answerPayment(
    @CurrentDeveloper() developer: string,
    @Param() { paymentId }: { readonly paymentId: string },
    @Body() { answer }: SecondOwnerAnswer,
  ): Promise<undefined> {
    return this.scenarios.answerPayment(developer, paymentId, answer);
  }
}
