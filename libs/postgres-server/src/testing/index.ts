export * from './template.js';
export * from './servers-folder.js';
export * from './temporary-server.js';
export * from './streaming-standby.js';
