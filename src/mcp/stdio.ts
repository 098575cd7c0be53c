/**
 * MCP over standard input and output: one client, which has started the process. Standard output
 * carries nothing but the protocol.
 */
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Config } from '../config.ts';
import { grantedIdentity } from '../engine/caller/grant.ts';
import { Identities } from '../engine/caller/identities.ts';
import type { Grant } from '../engine/caller/identity.ts';
import { identitiesOf } from '../server/connection/identity.ts';
import { newRequestId } from '../server/record/request-record.ts';
import { type AgentAccess, AgentCall } from './agent-call.ts';
import { type Offer, protocolServer } from './protocol-server.ts';

interface StdioParts {
  readonly offer: Offer;
  readonly access: AgentAccess;
  readonly config: Pick<Config, 'MAX_BODY_BYTES'>;
  /** The access token of all calls. Left out: that of the grant. */
  readonly token: string | undefined;
  /** What gets the access tokens of all calls. Left out: calls have none. */
  readonly grant?: Grant | undefined;
  /** Called with errors of the connection. */
  readonly onError: (error: Error) => void;
}

/** Serves the client. @returns what ends its calls and their operations */
export function serveAgent({
  offer,
  access,
  config,
  token,
  grant,
  onError,
}: StdioParts): () => void {
  const connectionId = newRequestId();
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { isAccepted, runner } = access.operations;
  const identities =
    token === undefined && grant
      ? new Identities(grantedIdentity(grant))
      : identitiesOf(runner.api, headers, isAccepted);
  /** By their signals: the rounds of a call that asks have the same one. */
  const calls = new WeakMap<AbortSignal, AgentCall>();
  const callOf = (signal: AbortSignal): AgentCall => {
    const call = calls.get(signal) ?? new AgentCall(access, { identities, signal, connectionId });
    calls.set(signal, call);
    return call;
  };
  const handle = serveStdio(() => protocolServer(offer, ({ mcpReq }) => callOf(mcpReq.signal)), {
    transport: new StdioServerTransport(process.stdin, process.stdout, {
      maxBufferSize: config.MAX_BODY_BYTES,
    }),
    maxSubscriptions: 0,
    onerror: onError,
  });
  return () => void handle.close();
}
