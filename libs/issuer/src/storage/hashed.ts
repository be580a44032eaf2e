import { hash } from 'node:crypto';

/** The hash that the database keeps of an id that grants access. */
export const idHash = (id: string): Buffer => hash('sha256', id, 'buffer');
