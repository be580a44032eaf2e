import { haproxyConfig, haproxyMap } from '@open-banking/gateway';

export { haproxyConfig, haproxyMap };

const written = (from: string) => `# Written by \`npm run generate\` from ${from}; change that, not this.\n`;

/** The committed files for the gateway of the compose file. */
export const haproxyFiles = (): { path: string; content: string }[] => [
  { path: 'gateway/haproxy/haproxy.cfg', content: written('gateway/src/haproxy.ts and bounds.ts') + haproxyConfig() },
  { path: 'gateway/haproxy/routes.map', content: written('the table (libs/spec)') + haproxyMap() },
];
