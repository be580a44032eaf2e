import type { AccessToken } from './grant.js';

/** An access token, and what it takes to present it. */
export interface Token {
  readonly value: string;
  readonly type: string;
  readonly expiresAt: number;
}

/** Where a call gets its token from. */
export interface TokenSource {
  current(): Promise<Token>;
  /** Another token than this one, which the bank no longer accepts. */
  renewed(refused: Token): Promise<Token>;
}

const marginMs = 10_000;

/** Whether a token ends soon: a request that is on its way should not arrive with one that has ended. */
export const endsSoon = ({ expiresAt }: Token): boolean => expiresAt - marginMs < Date.now();

/** Runs one at a time: who asks while it runs gets the same result. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= run().finally(() => {
      running = undefined;
    }));
}

export const accessTokenOf = ({ value, type, expiresAt }: Token): AccessToken => ({
  accessToken: value,
  tokenType: type,
  expiresAt: new Date(expiresAt).toISOString(),
});
