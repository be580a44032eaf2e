/** One window that an operation is limited by (draft-ietf-httpapi-ratelimit-headers-10). */
export interface RateLimitWindow {
  /** `second`, `minute`, `hour` or `day`. */
  readonly name: string;
  /** Requests that the window admits. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** Requests that are left in it. */
  readonly remaining: number;
  /** Seconds until it begins anew. */
  readonly resetsInSeconds: number;
}

/** `"second";r=24;t=1, "day";r=99;t=4021` by name. */
function itemsOf(field: string | null): Map<string, Record<string, number>> {
  const items = [...(field ?? '').matchAll(/"([^"]*)"((?:\s*;\s*[a-z]+=[^;,\s]+)*)/g)];
  return new Map(
    items.map(([, name, parameters]) => {
      const pairs = [...parameters!.matchAll(/([a-z]+)=([^;,\s]+)/g)].map(([, key, value]) => [key!, Number(value)]);
      return [name!, Object.fromEntries(pairs) as Record<string, number>];
    }),
  );
}

/** The windows that an answer tells of; none where it carries no `RateLimit`. */
export function rateLimitWindows(headers: Headers): RateLimitWindow[] {
  const policies = itemsOf(headers.get('RateLimit-Policy'));
  return [...itemsOf(headers.get('RateLimit'))].map(([name, { r = 0, t = 0 }]) => {
    const { q = 0, w = 0 } = policies.get(name) ?? {};
    return { name, quota: q, windowSeconds: w, remaining: r, resetsInSeconds: t };
  });
}

/** Seconds to wait until a request may be sent again, if the answer says so. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}
