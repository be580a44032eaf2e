/** Parts of a Postman collection (format 2.1). */
export interface PostmanItem {
  readonly name: string;
  readonly request: object;
  readonly response: readonly [];
  readonly event?: readonly PostmanEvent[];
}

interface PostmanEvent {
  readonly listen: 'test' | 'prerequest';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

interface RequestParts {
  readonly method: string;
  /** Begins with a slash. */
  readonly path: string;
  readonly description: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly auth: object;
  readonly body?: object;
  readonly events?: readonly PostmanEvent[];
}

export const script = (listen: PostmanEvent['listen'], exec: readonly string[]): PostmanEvent => ({
  listen,
  script: { type: 'text/javascript', exec },
});

const values = (pairs: readonly (readonly [string, string])[]) => pairs.map(([key, value]) => ({ key, value, type: 'string' }));

export const bearer = (variable: string) => ({ type: 'bearer', bearer: values([['token', `{{${variable}}}`]]) });
export const basic = (user: string, password: string) => ({
  type: 'basic',
  basic: values([
    ['username', `{{${user}}}`],
    ['password', `{{${password}}}`],
  ]),
});

export const formBody = (fields: Readonly<Record<string, string>>) => ({
  mode: 'urlencoded',
  urlencoded: Object.entries(fields).map(([key, value]) => ({ key, value })),
});

/** A request below the base URL. */
export function requestItem(name: string, parts: RequestParts): PostmanItem {
  const { method, path, description, query = [], headers = [], auth, body, events = [] } = parts;
  const pairs = query.map(([key, value]) => `${key}=${value}`).join('&');
  return {
    name,
    request: {
      method,
      header: headers.map(([key, value]) => ({ key, value })),
      auth,
      ...(body && { body }),
      url: {
        raw: `{{baseUrl}}${path}${pairs === '' ? '' : `?${pairs}`}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(query.length > 0 && { query: query.map(([key, value]) => ({ key, value })) }),
      },
      description,
    },
    response: [],
    ...(events.length > 0 && { event: events }),
  };
}
