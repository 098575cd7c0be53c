/** HTTP proxies in front of a sandbox, one for each replica: they know which replica calls. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { httpServer } from '../http-server.ts';

/** A call of a replica. */
export interface ReplicaCall {
  /** Index of the replica. */
  readonly replica: number;
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Whether the replica has been sent the answer. */
  isAnswered: boolean;
}

export interface CallProxies {
  /** In the order of arrival. */
  readonly calls: readonly ReplicaCall[];
  /** @returns the base URL of the sandbox for a replica */
  urlOf(replica: number): string;
  /** Passes on the next such call when the promise of `work` has been fulfilled. */
  during(isMeant: (call: ReplicaCall) => boolean, work: (call: ReplicaCall) => Promise<void>): void;
  close(): Promise<void>;
}

/** What waits for a call. */
type Interruption = readonly [...Parameters<CallProxies['during']>];

/** @param target returns the base URL of the sandbox, which may start later */
export async function startCallProxies(count: number, target: () => string): Promise<CallProxies> {
  const calls: ReplicaCall[] = [];
  const interruptions = new Set<Interruption>();
  const beforePassing = async (call: ReplicaCall): Promise<void> => {
    calls.push(call);
    const interruption = [...interruptions].find(([isMeant]) => isMeant(call));
    if (interruption === undefined) return;
    interruptions.delete(interruption);
    await interruption[1](call);
  };
  const start = (replica: number) =>
    httpServer((req, res) => {
      const url = new URL(req.url ?? '/', target());
      const { method = 'GET' } = req;
      const call = { replica, method, path: url.pathname, isAnswered: false };
      void beforePassing(call).then(() => pass(req, res, { url, call }));
    });
  const servers = await Promise.all(Array.from({ length: count }, (_, replica) => start(replica)));
  return {
    calls,
    urlOf: (replica) => servers[replica]!.url,
    during: (isMeant, work) => void interruptions.add([isMeant, work]),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

interface Passing {
  readonly url: URL;
  readonly call: ReplicaCall;
}

function pass(req: IncomingMessage, res: ServerResponse, { url, call }: Passing): void {
  // The replica has been killed.
  if (res.destroyed) return;
  const { method, headers } = req;
  const forwarded = request(url, { method, headers }, (response) => {
    res.writeHead(response.statusCode!, response.headers);
    response.on('end', () => (call.isAnswered = true)).pipe(res);
  });
  forwarded.on('error', () => req.socket.destroy());
  req.pipe(forwarded);
}
