/** What a file can be uploaded as: a row for each, contributed by the room that the thing belongs to. */
import type { Execution } from '../../data/execution.ts';
import type { UploadRecord } from '../../data/transfer/upload-session.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { type AnyOperation, acceptsMediaType } from '../../upstream/operation.ts';
import type { InputBuilder } from '../field/change.ts';
import type { ResourceRef } from '../field/field-factory.ts';

export interface UploadKind {
  /** Its input type, and what the field of that type is for. */
  readonly input: unknown;
  readonly description: string;
  /** The operations one of which takes the file. */
  readonly operations: readonly AnyOperation[];
  /** What comes of it. */
  readonly makes: ResourceRef<any>;
  /** Opens the upload. @param input as the client gave it; errors name their arguments within it */
  readonly begin: (input: any, execution: Execution) => Promise<UploadRecord>;
}

/** By the name of the field in the input of `createUploadSession`. */
export const uploadKinds = new Map<string, UploadKind>();

/** What every file says of itself before it comes. */
export interface FileInput {
  readonly contentType: string;
  readonly contentLength?: string | null;
}

export const fileInputs = (t: InputBuilder, types: string) => ({
  contentType: t.string({ required: true, description: `The media type of the file: ${types}.` }),
  contentLength: t.field({
    type: 'BigInt',
    description:
      'Bytes of the file. Left out, it may be of any length up to the most that is taken.',
  }),
});

/**
 * The file as the operation takes it.
 * @throws InvalidArgument for a media type or a length that it doesn't
 */
export function fileOf(
  { upload }: AnyOperation,
  { contentType, contentLength }: FileInput,
): { contentType: string; total: number | null } {
  const type = contentType.toLowerCase();
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(type) || !acceptsMediaType(upload!, type))
    throw new InvalidInput(
      'contentType',
      `files of this type are not taken, but ${upload!.mediaTypes.join(', ')}`,
    );
  if (contentLength == null) return { contentType: type, total: null };
  const total = Number(contentLength);
  if (total < 1) throw new InvalidInput('contentLength', 'a file has at least one byte');
  if (total > upload!.maxBytes)
    throw new InvalidInput('contentLength', `at most ${upload!.maxBytes} bytes are taken`);
  return { contentType: type, total };
}
