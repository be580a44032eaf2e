import type { FastifyReply } from 'fastify';
import type { Developer } from '../visit/developer-sessions.service.js';
import type { Visit } from '../visit/portal-router.js';
import type { ConsoleState } from './console-state.js';

/** A request to the console, with the state that the browser keeps. */
export interface Turn {
  readonly visit: Visit;
  readonly developer: Developer;
  readonly reply: FastifyReply;
  readonly state: ConsoleState;
}
