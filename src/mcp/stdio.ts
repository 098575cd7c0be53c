/**
 * MCP over standard input and output: one client, which has started the process. Standard output
 * carries nothing but the protocol.
 */
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Config } from '../config.ts';
import { grantedIdentity } from '../engine/caller/grant.ts';
import { Identities } from '../engine/caller/identities.ts';
import type { Store } from '../engine/store/store.ts';
import type { Grant } from '../engine/caller/identity.ts';
import type { OperationAccess } from '../server/gateway/agent-route.ts';
import { identitiesOf } from '../server/connection/identity.ts';
import { newRequestId } from '../server/record/request-record.ts';
import { AgentSession } from './agent-session.ts';
import { type Offer, protocolServer } from './protocol-server.ts';

interface StdioParts {
  readonly offer: Offer;
  readonly operations: OperationAccess;
  readonly store: Store;
  readonly config: Pick<Config, 'MAX_BODY_BYTES' | 'MCP_SESSION_UNITS'>;
  /** The access token of all calls. Left out: that of the grant. */
  readonly token: string | undefined;
  /** What gets the access tokens of all calls. Left out: calls have none. */
  readonly grant?: Grant | undefined;
  /** Called with errors of the connection. */
  readonly onError: (error: Error) => void;
}

/** Serves the client. @returns what ends its session and its operations */
export function serveAgent({
  offer,
  operations,
  store,
  config,
  token,
  grant,
  onError,
}: StdioParts): () => void {
  const session = new AgentSession({
    operations,
    store,
    units: config.MCP_SESSION_UNITS,
    connectionId: newRequestId(),
  });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { isAccepted, runner } = operations;
  const identities =
    token === undefined && grant
      ? new Identities(grantedIdentity(grant))
      : identitiesOf(runner.api, headers, isAccepted);
  const handle = serveStdio(
    () => protocolServer(offer, ({ mcpReq: { signal } }) => session.call({ identities, signal })),
    {
      transport: new StdioServerTransport(process.stdin, process.stdout, {
        maxBufferSize: config.MAX_BODY_BYTES,
      }),
      maxSubscriptions: 0,
      onerror: onError,
    },
  );
  return () => {
    session.end();
    void handle.close();
  };
}
