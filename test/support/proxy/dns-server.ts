/** A DNS server that knows one set of IPv4 addresses, and answers every name with it. */
import { createSocket } from 'node:dgram';

/** A running DNS server. */
export interface DnsServer {
  /** Address and port on loopback. */
  readonly address: string;
  /** What later questions are answered with. */
  addresses: readonly string[];
  close(): void;
}

const headerLength = 12;

/** Type of a record with an IPv4 address. */
const typeA = 1;

/** Starts the server on a free port. */
export async function startDnsServer(addresses: readonly string[]): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server = { address: '', addresses, close: () => void socket.close() };
  socket.on('message', (query, { port, address }) =>
    socket.send(answer(query, server.addresses), port, address),
  );
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

/** @returns the response to a query with one question */
function answer(query: Buffer, addresses: readonly string[]): Buffer {
  const nameEnd = query.indexOf(0, headerLength) + 1;
  const question = query.subarray(headerLength, nameEnd + 4);
  const records = query.readUInt16BE(nameEnd) === typeA ? addresses.map(recordOf) : [];
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 2);
  // A response without an error, to one question.
  header.writeUInt16BE(0x81_80, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

/** A record of the name in the question, valid for a second. */
function recordOf(address: string): Buffer {
  const record = Buffer.alloc(16);
  // A reference to the name.
  record.writeUInt16BE(0xc0_00 + headerLength, 0);
  record.writeUInt16BE(typeA, 2);
  // Class IN.
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(1, 6);
  record.writeUInt16BE(4, 10);
  record.set(address.split('.').map(Number), 12);
  return record;
}
