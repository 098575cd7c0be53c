/** Checks uploaded files of a request before any call. */
import { InvalidInput, showValue } from '../../api/error.ts';
import { acceptsMediaType, type AnyOperation } from '../../api/operation.ts';
import type { FileContent } from '../../rest/upstream.ts';
import type { UploadedFile } from './file.ts';

/** Media types by the first bytes of an image, for any declared type. */
const signatures: readonly (readonly [type: string, bytes: Buffer])[] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/**
 * Returns an image with the media type of its content.
 * @throws InvalidInput for a file that is not a PNG or JPEG, empty, or too large for the operation
 */
export function imageOf(
  operation: AnyOperation,
  file: UploadedFile,
  argument = 'file',
): FileContent {
  const { bytes } = fileOf(operation, file, argument);
  const found = signatures.find(([, start]) => start.equals(bytes.subarray(0, start.length)));
  if (!found)
    throw new InvalidInput(
      argument,
      'the file is not an image in a supported format; expected PNG or JPEG',
    );
  return { contentType: found[0], bytes };
}

/** @throws InvalidInput for a file of a type or size that the operation does not accept */
export function fileOf(
  { upload }: AnyOperation,
  { type, bytes }: UploadedFile,
  argument = 'file',
): FileContent {
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  if (!acceptsMediaType(upload!, contentType))
    throw new InvalidInput(
      argument,
      `${showValue(type)} is not accepted; expected a file of type ${upload!.mediaTypes.join(', ')}`,
    );
  if (bytes.length === 0)
    throw new InvalidInput(argument, 'the file is empty; expected at least 1 byte');
  if (bytes.length > upload!.maxBytes)
    throw new InvalidInput(
      argument,
      `the file has ${bytes.length} bytes; expected at most ${upload!.maxBytes}`,
    );
  return { contentType, bytes };
}
