/** How clients authenticate (RFC 7591 §2, `token_endpoint_auth_method`). A bank accepts those of its profile. */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth'] as const;
export type AuthMethod = (typeof authMethods)[number];
