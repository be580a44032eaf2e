// Loaded before a bank: a request to a service for `/planted-error` makes an error there that nobody catches.
import { createRequire } from 'node:module';

const { Server } = createRequire(import.meta.url)('node:http');
const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, ...others) {
  if (event === 'request' && request.url === '/planted-error')
    setImmediate(() => {
      throw new Error('the planted error');
    });
  return emit.call(this, event, request, ...others);
};
