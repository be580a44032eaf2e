declare module 'pg-copy-streams' {
  import type { Submittable } from 'pg';
  import type { Writable } from 'node:stream';

  export type CopyStream = Writable & Submittable & { readonly rowCount: number };
  export function from(sql: string): CopyStream;
}
