/** The descriptions of seeded files. */
import type { RevisionEntity } from '../../storage/state.ts';
import type { ids } from '../ids.ts';

/** The name of a file in `ids.file`. */
export type FileName = keyof typeof ids.file;

/** A permission on a seeded file. */
export interface GrantPlan {
  /** An e-mail address, or `link` for anyone with the link. */
  readonly to: string;
  readonly role: 'reader' | 'commenter' | 'writer';
}

/** The description of an earlier revision. */
interface RevisionPlan {
  /** E-mail address. */
  readonly by: string;
  /** Bytes; absent for documents. */
  readonly size?: number;
  readonly options?: RevisionEntity['options'];
}

/** The description of a seeded file. */
export interface FilePlan {
  readonly id: FileName;
  readonly name: string;
  readonly mimeType: string;
  /** The folder, or the shared drive `archive`; absent for the root folders of people. */
  readonly in?: FileName | 'archive';
  /** E-mail address. Default: Ava. */
  readonly owner?: string;
  readonly share?: readonly GrantPlan[];
  /** Bytes; absent for folders, shortcuts and documents. */
  readonly size?: number;
  readonly description?: string;
  readonly starred?: true;
  readonly trashed?: true;
  /** Bytes: the size of the exports of a document. Default: that of their text. */
  readonly exportSize?: number;
  /** Whether its link needs the resource key. */
  readonly needsResourceKey?: true;
  /** Whether the content is identified as malware. */
  readonly abusive?: true;
  /** The text that full-text search finds. */
  readonly text?: string;
  /** The target of a shortcut. */
  readonly target?: FileName;
  /** The revisions before the current one, oldest first. Default: none. */
  readonly earlier?: readonly RevisionPlan[];
  /** By label id: the values of its fields, by field id. */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Further fields of the file. */
  readonly fields?: Readonly<Record<string, unknown>>;
}
