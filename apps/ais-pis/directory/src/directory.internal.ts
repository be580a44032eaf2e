import { Injectable } from '@nestjs/common';
import {
  ApprovalCodeTry,
  type ClientPage,
  ClientRequest,
  ClientsQuery,
  type ClientView,
  directoryContracts,
  type InternalRequest,
  lookupsContracts,
  type NewClient,
  OptOutQuery,
  RotationRequest,
  ServesInternal,
  SignInRequest,
  SubjectSignInRequest,
  SuspensionRequest,
} from '@open-banking/contracts';
import type { Client, CodeTry, SignIn, SubjectSignIn } from '@open-banking/issuer';
import { Refusal } from '@open-banking/messages';
import { ClientDirectoryService } from './clients.service.js';
import { CustomerDirectoryService } from './customers.service.js';
import { ClientChangesService, type CredentialRotation } from './client-changes.service.js';
import { ClientSuspensionsService } from './client-suspensions.service.js';

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

  @ServesInternal(directoryContracts.createClient)
  createClient({ operator, body }: InternalRequest<ClientRequest>): Promise<NewClient> {
    return this.clients.create(body, operator);
  }

  @ServesInternal(directoryContracts.findClient)
  async findClient({ params }: InternalRequest): Promise<Client> {
    const client = await this.clients.find(params['clientId']!);
    if (!client) throw new Refusal('RESOURCE_UNKNOWN');
    return client;
  }

  @ServesInternal(lookupsContracts.inspectClient)
  async inspectClient({ params }: InternalRequest): Promise<ClientView> {
    const client = await this.clients.view(params['clientId']!);
    if (!client) throw new Refusal('RESOURCE_UNKNOWN');
    return client;
  }

  @ServesInternal(directoryContracts.listClients)
  listClients({ body }: InternalRequest<ClientsQuery>): Promise<ClientPage> {
    return this.clients.list(body.after);
  }

  @ServesInternal(directoryContracts.rotateClient)
  rotateClient({ operator, params, body }: InternalRequest<RotationRequest>): Promise<CredentialRotation> {
    return this.changes.rotate(params['clientId']!, body, operator);
  }

  @ServesInternal(directoryContracts.suspendClient)
  suspendClient({ operator, params, body }: InternalRequest<SuspensionRequest>): Promise<undefined> {
    return this.suspensions.suspend(params['clientId']!, { ...body, operator });
  }

  @ServesInternal(directoryContracts.resumeClient)
  resumeClient({ operator, params, body }: InternalRequest<SuspensionRequest>): Promise<undefined> {
    return this.suspensions.resume(params['clientId']!, { ...body, operator });
  }

  @ServesInternal(directoryContracts.signInCustomer)
  signIn({ body }: InternalRequest<SignInRequest>): Promise<SignIn> {
    return this.customers.signIn(body.login, body.password, body.deviceCookie, internalTimeoutMs);
  }

  @ServesInternal(directoryContracts.signInSubject)
  signInSubject({ body: { issuer, subject } }: InternalRequest<SubjectSignInRequest>): Promise<SubjectSignIn> {
    return this.customers.signInSubject(issuer, subject);
  }

  @ServesInternal(directoryContracts.readOptOut)
  async optOut({ body: { psuId } }: InternalRequest<OptOutQuery>): Promise<{ optedOut: boolean }> {
    return { optedOut: await this.customers.hasOptedOut(psuId) };
  }

  /** Without `right`, counts an attempt before the code is compared. With `right`, records that the code was correct. */
  @ServesInternal(directoryContracts.countApprovalCode)
  async codeTried({ body: { psuId, right } }: InternalRequest<ApprovalCodeTry>): Promise<CodeTry | object> {
    if (!right) return this.customers.takeCodeTry(psuId);
    await this.customers.codeWasRight(psuId);
    return {};
  }
}
