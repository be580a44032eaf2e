/** Registers clients where they are kept, for the registration endpoint. Throws RegistrationRefused. */
export abstract class Registrations {
  /** `address`: where the request came from. */
  abstract register(body: unknown, address: string): Promise<unknown>;
  abstract read(clientId: string, token: string): Promise<unknown>;
  abstract update(clientId: string, token: string, body: unknown): Promise<unknown>;
  abstract delete(clientId: string, token: string): Promise<void>;
}
