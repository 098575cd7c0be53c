/**
 * A program: a Google Drive that answers each request with a file, and from SIGUSR2 on never. It is
 * not part of the test's process, whose event loop it would delay. Prints its URL.
 */
import { faultyServer, hang, json } from './faulty-server.ts';

let behaviour = json({ id: 'f', name: 'Name' });
const { url } = await faultyServer((...parameters) => behaviour(...parameters));
process.on('SIGUSR2', () => (behaviour = hang));
console.log(url);
