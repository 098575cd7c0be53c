/**
 * Strategy `openUpload`: opens an upload session; the entity exists once the last byte has arrived.
 */
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Resource } from '../read/resource.ts';
import { type JsonRecord, newBody } from './change.ts';
import type { Strategy } from './strategy.ts';

/** A file that arrives later. */
export interface UploadFile {
  readonly contentType: string;
  /** Bytes of the whole file; null where the length is not known yet. */
  readonly total: number | null;
}

interface UploadRules {
  /** The session's own resource: the payload leads to it. */
  readonly session: Resource;
  /** @throws InvalidInput for a file that the operation does not take */
  readonly file: (operation: AnyOperation, settings: Readonly<JsonRecord>) => UploadFile;
  /** The keys above the new entity's own, from the body. */
  readonly parentKey?: (body: JsonRecord) => readonly string[];
}

/** Declares the strategy. */
export const openUpload = ({ session, file, parentKey }: UploadRules): Strategy => ({
  kind: 'openUpload',
  operations: ({ operation }) => [operation],
  run: async ({ execution, operation, resource, ref, changes, parameters, settings, adjust }) => {
    const facts = file(operation, settings);
    const { body, parts } = newBody(changes);
    adjust?.(body, {});
    // An update names its entity in the body, and keeps its key.
    const target = ref ? { id: ref.key.at(-1)! } : {};
    const above = ref ? ref.key.slice(0, -1) : (parentKey?.(body) ?? []);
    const args = { ...parameters, part: parts, body: { ...target, ...body } };
    const creates = { type: resource.name, parentKey: above };
    const { id } = await execution.upload(operation, args, { ...facts, creates });
    return { ref: { resource: session, key: [id] } };
  },
});
