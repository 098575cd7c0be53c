/** MIME types of uploads. */
import type { AnyOperation } from '../../engine/api/operation.ts';
import { ApiError } from '../http/api-error.ts';

/** Returns the MIME type of a header value, without parameters. Default: unknown bytes. */
export const parseMediaType = (header: string | undefined): string =>
  header?.split(';')[0]!.trim().toLowerCase() || 'application/octet-stream';

/** @throws ApiError 400 if the operation does not accept the MIME type */
export function checkMediaType({ upload }: AnyOperation, type: string): void {
  const { mediaTypes } = upload!;
  const matches = (pattern: string): boolean =>
    pattern === '*/*' ||
    pattern === type ||
    (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)));
  if (mediaTypes.some(matches)) return;
  const accepted = mediaTypes.join(', ');
  throw new ApiError(400, 'badContent', {
    message: `Media type '${type}' is not supported. Valid media types: [${accepted}]`,
  });
}
