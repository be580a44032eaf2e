import { hash } from 'node:crypto';

/** What the database keeps of an id that opens something. */
export const hashed = (id: string): Buffer => hash('sha256', id, 'buffer');
