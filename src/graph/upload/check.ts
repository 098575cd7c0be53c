/** Files that come with a request, looked over before anything is sent: what upstream would refuse costs nothing here. */
import { InvalidInput } from '../../upstream/error.ts';
import { type AnyOperation, acceptsMediaType } from '../../upstream/operation.ts';
import type { FileContent } from '../../upstream/upstream.ts';
import type { UploadedFile } from './file.ts';

/** What the first bytes of a picture say it is, whatever its sender calls it. */
const marks: readonly (readonly [type: string, mark: Buffer])[] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/**
 * A picture as the operation takes it, with the type that its bytes tell.
 * @throws InvalidArgument naming the argument: it is of another type, empty, or larger than the operation takes
 */
export function pictureOf(
  operation: AnyOperation,
  file: UploadedFile,
  argument = 'file',
): FileContent {
  const { bytes } = fileOf(operation, file, argument);
  const found = marks.find(([, mark]) => mark.equals(bytes.subarray(0, mark.length)));
  if (!found) throw new InvalidInput(argument, 'this is no picture in PNG or JPEG');
  return { contentType: found[0], bytes };
}

/** @throws InvalidArgument naming the argument: its type is not taken, it is empty, or larger than the operation takes */
export function fileOf(
  { upload }: AnyOperation,
  { type, bytes }: UploadedFile,
  argument = 'file',
): FileContent {
  const contentType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  if (!acceptsMediaType(upload!, contentType))
    throw new InvalidInput(
      argument,
      `files of this type are not taken, but ${upload!.mediaTypes.join(', ')}`,
    );
  if (bytes.length === 0) throw new InvalidInput(argument, 'the file is empty');
  if (bytes.length > upload!.maxBytes)
    throw new InvalidInput(argument, `at most ${upload!.maxBytes} bytes are taken`);
  return { contentType, bytes };
}
