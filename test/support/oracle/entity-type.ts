/**
 * Types whose entities can be read by their keys: the names of the keys, and the REST operation
 * that reads one, as the schema states them. How the operation is called is stated here.
 */
import type { Args } from './operation.ts';
import { resources } from './schema.ts';

export type { EntityRef } from './schema.ts';

interface EntityType {
  /** The field of the own id in an item of a list. Default: `id`. */
  readonly idField?: string | undefined;
  /** Names of all keys, parents first; the entity's own id is the last. None: one for a caller. */
  readonly key: readonly string[];
  /**
   * The operation that reads an entity: by its path, by the parameter `id`, or, with neither, as
   * one item of the whole list.
   */
  readonly operation: string;
  /** Arguments of every read. */
  readonly fixed: Args | undefined;
  /**
   * The answer has no paths of the entity, but proves that it exists, as these error reasons do.
   */
  readonly provenBy: readonly string[] | undefined;
}

/** Arguments of every read of files: those of shared drives are found, too. */
export const allDrives = { supportsAllDrives: true };

/** Arguments of every read of a comment on a file, or of a reply: deleted ones are found, too. */
const withDeleted = { includeDeleted: true };

/** Arguments of every read of comments on videos and channels. */
export const plainText = { textFormat: 'plainText' };

/** By type. */
const fixedArguments: Readonly<Record<string, Args>> = {
  Comment: plainText,
  CommentThread: plainText,
  File: allDrives,
  FileComment: withDeleted,
  FilePermission: allDrives,
  FileReply: withDeleted,
};

const proofs: Readonly<Record<string, readonly string[]>> = {
  LiveChat: ['liveChatDisabled', 'liveChatEnded'],
};

/** Types by name. Those that no REST operation reads are missing: upload sessions, persons. */
export const entityTypes: Readonly<Record<string, EntityType>> = Object.fromEntries(
  [...resources.values()].flatMap(({ name, key, read }) => {
    if (read.kind === 'local' || read.kind === 'unreadable') return [];
    const idField = 'idPath' in read ? read.idPath : undefined;
    const [fixed, provenBy] = [fixedArguments[name], proofs[name]];
    return [[name, { key, operation: read.operation.key, idField, fixed, provenBy }] as const];
  }),
);

/** Whether the objects of a type have keys that a call or a list has shown. */
export const hasKey = (typeName: string): boolean =>
  (resources.get(typeName)?.read.kind ?? 'local') !== 'local';

/** @throws Error for a type that no operation reads */
export function entityTypeOf(typeName: string): EntityType {
  const entityType = entityTypes[typeName];
  if (!entityType) throw new Error(`No operation reads ${typeName}`);
  return entityType;
}
