/** The addresses in the results of `files.download`, which need the token of the caller. */
import { catalogue } from '../../../services/catalogue.ts';
import { ApiError } from '../../http/api-error.ts';
import { authenticate } from '../../http/auth.ts';
import type { ApiRequest } from '../../call/execute-call.ts';
import { fileHttpResponse } from '../../http/file-response.ts';
import { catchApiError, errorResponse, type HttpResponse } from '../../http/http-response.ts';
import type { Simulation } from '../../simulation.ts';
import { findDownloadedContent } from '../long-running-operation.ts';

/** The name of the operation whose result is at a path; undefined for other paths. */
export const findDownload = (method: string, path: string): string | undefined =>
  method === 'GET' ? /^\/download\/drive\/v3\/operations\/([\w-]+)$/.exec(path)?.[1] : undefined;

/** Sends the result of an operation. */
export function respondToDownload(
  simulation: Simulation,
  name: string,
  { headers, search }: ApiRequest,
): HttpResponse {
  const response = catchApiError(() => {
    const operation = catalogue.get('storage:operations.get')!;
    const user = authenticate(simulation, operation, headers, new URLSearchParams(search));
    return fileHttpResponse(findDownloadedContent(simulation, user.email, name), headers);
  });
  return response instanceof ApiError ? errorResponse(response, 'storage') : response;
}
