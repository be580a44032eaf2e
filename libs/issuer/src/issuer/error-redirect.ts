/** The address of a client with an error response (RFC 6749 §4.1.2.1, RFC 9207). */
export function errorRedirect(
  redirectUri: string,
  said: {
    readonly error: string;
    readonly error_description?: string | undefined;
    readonly state?: string | undefined;
    readonly iss: string;
  },
): string {
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries(said)) if (value !== undefined) back.searchParams.set(name, value);
  return back.href;
}
