// A thread that generates the customer of its order, posts it as JSON, which takes the other thread less time to read than the object, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { ownCustomer, type OwnCustomerOrder } from './demo-bank/own-data/own-customer.js';

parentPort!.postMessage(JSON.stringify(ownCustomer(workerData as OwnCustomerOrder)));
