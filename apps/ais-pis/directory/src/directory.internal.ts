import { Injectable } from '@nestjs/common';
import type { Client, CodeTry, SignIn, SubjectSignIn } from '@open-banking/issuer';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { directoryInternal, lookupsInternal } from '@open-banking/spec';
import { ClientDirectoryService, type NewClient } from './clients.service.js';
import { CustomerDirectoryService } from './customers.service.js';
import { ClientChangesService, type CredentialRotation } from './client-changes.service.js';
import { ClientSuspensionsService } from './client-suspensions.service.js';
import {
  ClientRequest,
  ClientsQuery,
  CodeTried,
  OptOutQuery,
  RotationRequest,
  SignInRequest,
  SubjectSignInRequest,
  SuspensionRequest,
  type ClientPage,
  type ClientView,
} from './directory.messages.js';

/** Callers time out after 1.5 s. */
const internalTimeoutMs = 1_000;

/** The directory's internal operations, for the mandates issuers and for operators. */
@Injectable()
export class DirectoryInternal {
  constructor(
    private readonly clients: ClientDirectoryService,
    private readonly changes: ClientChangesService,
    private readonly suspensions: ClientSuspensionsService,
    private readonly customers: CustomerDirectoryService,
  ) {}

  @ServesInternal(directoryInternal.createClient, { body: ClientRequest })
  createClient({ operator, body }: InternalRequest<ClientRequest>): Promise<NewClient> {
    return this.clients.create(body, operator);
  }

  @ServesInternal(directoryInternal.findClient)
  async findClient({ params }: InternalRequest): Promise<Client> {
    const client = await this.clients.find(params['clientId']!);
    if (!client) throw new Refusal('RESOURCE_UNKNOWN');
    return client;
  }

  @ServesInternal(lookupsInternal.inspectClient)
  async inspectClient({ params }: InternalRequest): Promise<ClientView> {
    const client = await this.clients.view(params['clientId']!);
    if (!client) throw new Refusal('RESOURCE_UNKNOWN');
    return client;
  }

  @ServesInternal(directoryInternal.listClients, { body: ClientsQuery })
  listClients({ body }: InternalRequest<ClientsQuery>): Promise<ClientPage> {
    return this.clients.list(body.after);
  }

  @ServesInternal(directoryInternal.rotateClient, { body: RotationRequest })
  rotateClient({ operator, params, body }: InternalRequest<RotationRequest>): Promise<CredentialRotation> {
    return this.changes.rotate(params['clientId']!, body, operator);
  }

  @ServesInternal(directoryInternal.suspendClient, { body: SuspensionRequest })
  suspendClient({ operator, params, body }: InternalRequest<SuspensionRequest>): Promise<undefined> {
    return this.suspensions.suspend(params['clientId']!, { ...body, operator });
  }

  @ServesInternal(directoryInternal.resumeClient, { body: SuspensionRequest })
  resumeClient({ operator, params, body }: InternalRequest<SuspensionRequest>): Promise<undefined> {
    return this.suspensions.resume(params['clientId']!, { ...body, operator });
  }

  @ServesInternal(directoryInternal.signInCustomer, { body: SignInRequest })
  signIn({ body }: InternalRequest<SignInRequest>): Promise<SignIn> {
    return this.customers.signIn(body.login, body.password, body.deviceCookie, internalTimeoutMs);
  }

  @ServesInternal(directoryInternal.signInSubject, { body: SubjectSignInRequest })
  signInSubject({ body: { issuer, subject } }: InternalRequest<SubjectSignInRequest>): Promise<SubjectSignIn> {
    return this.customers.signInSubject(issuer, subject);
  }

  @ServesInternal(directoryInternal.readOptOut, { body: OptOutQuery })
  async optOut({ body: { psuId } }: InternalRequest<OptOutQuery>): Promise<{ optedOut: boolean }> {
    return { optedOut: await this.customers.hasOptedOut(psuId) };
  }

  /** Without `right`, counts an attempt before the code is compared. With `right`, records that the code was correct. */
  @ServesInternal(directoryInternal.countApprovalCode, { body: CodeTried })
  async codeTried({ body: { psuId, right } }: InternalRequest<CodeTried>): Promise<CodeTry | object> {
    if (!right) return this.customers.takeCodeTry(psuId);
    await this.customers.codeWasRight(psuId);
    return {};
  }
}
