// The witness of `npm run check -- smuggling`, in a container in place of every service. At port 8090 it returns what it has read.
import { createServer } from 'node:http';
import { startWitness } from '../../gateway/test/smuggling-witness.ts';

const { seen } = await startWitness(process.env.LENIENT === '1', { host: '0.0.0.0', port: 8080 });
createServer((_, response) => response.end(JSON.stringify(seen))).listen(8090, '0.0.0.0');
process.once('SIGTERM', () => process.exit(0));
