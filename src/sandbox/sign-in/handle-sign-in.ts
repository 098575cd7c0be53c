/** Handles one HTTP request of a sign-in: counting, fault, response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { splitUrl } from '../call/record-call.ts';
import type { Fault } from '../fault.ts';
import { faultResponse, type HttpResponse } from '../http/http-response.ts';
import { readBody } from '../http/read-body.ts';
import { send, waitFor } from '../http/request-handler.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { failure } from './answer.ts';
import type { SignInEndpoint } from './endpoints.ts';
import { grantTypeOf, tokenPath } from './token.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** Sends the response, or closes the connection if a fault says so. */
export async function handleSignIn(
  state: SandboxState,
  endpoint: SignInEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const headers = request.headers as Headers;
  const { path, search } = splitUrl(url);
  const body = await readBody(request);
  if (body === undefined) return void response.writeHead(413).end();
  state.recorder.countSignIn((path === tokenPath ? grantTypeOf(body) : undefined) ?? path);
  const fault = state.faults.take(undefined, { method, url, headers, signIn: path });
  await waitFor(fault);
  if (fault?.hang) return;
  if (fault?.drop === 'before') return void request.socket.destroy();
  const { grants } = state.simulation;
  const result = faultAnswer(fault) ?? endpoint({ grants, url: state.url, search, headers, body });
  if (fault?.drop === 'after') return void request.socket.destroy();
  await send(request, response, result, { fault, isUpload: false });
}

/** That a failure of Google's has JSON, and this word, is assumed. */
function faultAnswer(fault: Fault | undefined): HttpResponse | undefined {
  if (fault?.status === undefined || fault.page !== undefined)
    return faultResponse(fault, undefined);
  const { status, reason = 'internal_failure', message = 'Internal failure' } = fault;
  return failure(status, reason, message);
}
