import type { Command } from '../command.js';
import { forget } from '../kept-grants.js';

export const logout: Command = {
  name: 'logout',
  summary: 'Forget the key, and the tokens of customers.',
  run: async (_given, { note }) => {
    note(
      forget()
        ? 'Signed out: the key and all tokens are removed from this machine. The bank accepts the key until you remove it in the portal, under Scenarios.'
        : 'You were not signed in.',
    );
  },
};
