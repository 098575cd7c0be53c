/** The input fields that describe the file of an upload session. */
import type { UploadFile } from '../../write/insert/open-upload.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import { type AnyOperation, acceptsMediaType } from '../../api/operation.ts';
import { required, settings } from '../write/write-input.ts';

/**
 * Input fields of a file that is sent later.
 * @param types the accepted media types
 * @param maxSize the maximum number of bytes, as text
 */
export const fileSettings = (types: string, maxSize: string) =>
  settings({
    contentType: [required('String'), `The media type of the file: ${types}.`],
    contentLength: [
      'BigInt',
      `The size of the file. Bytes. Maximum: ${maxSize}. Default: any size up to the maximum.`,
    ],
  });

/**
 * Returns the description of the file.
 * @throws InvalidInput for a media type or a length that the operation does not accept
 */
export function uploadFileOf(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): UploadFile {
  const { upload } = operation;
  const contentType = (input['contentType'] as string).toLowerCase();
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(contentType))
    throw new InvalidInput(
      'contentType',
      `${showValue(contentType)} is not a media type without parameters; expected for example text/plain`,
    );
  if (!acceptsMediaType(upload!, contentType))
    throw new InvalidInput(
      'contentType',
      `${showValue(contentType)} is not accepted; expected ${upload!.mediaTypes.join(', ')}`,
    );
  if (input['contentLength'] == null) return { contentType, total: null };
  const total = Number(input['contentLength']);
  const smallest = upload!.acceptsEmpty ? 0 : 1;
  if (total < smallest)
    throw new InvalidInput('contentLength', `${total} is too small; expected at least ${smallest}`);
  if (total > upload!.maxBytes)
    throw new InvalidInput(
      'contentLength',
      `${total} is too large; expected at most ${upload!.maxBytes}`,
    );
  return { contentType, total };
}
