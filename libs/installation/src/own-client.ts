/** The certificate a client presents on TLS connections, and the CA it trusts for the bank's. PEM. */
export interface ClientTls {
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly ca: string;
}

/** A client added from this machine, with its credentials. */
export interface OwnClient {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The method of a client that sends its secret in the body. Default: in the `Authorization` header. */
  readonly authMethod?: 'client_secret_post';
  /** The private key of a client that authenticates with private_key_jwt. */
  readonly privateKey?: Readonly<Record<string, unknown>>;
  /**
   * The client's TLS certificate, and the CA it trusts for the bank's. If the client also has a private key, the certificate only binds its
   * tokens.
   */
  readonly tls?: ClientTls;
  /** The binding of its tokens, if chosen explicitly. Default: its certificate, or a DPoP key if it has none. */
  readonly tokenBinding?: 'dpop' | 'tls';
  readonly roles: readonly string[];
  readonly redirectUri: string;
  /** The organizationIdentifier in its certificates. Default: its client_id. */
  readonly organization?: string;
}
