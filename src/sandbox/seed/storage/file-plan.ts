/** The descriptions of seeded files. */
import type { ids } from '../ids.ts';

/** The name of a file in `ids.file`. */
export type FileName = keyof typeof ids.file;

/** A permission on a seeded file. */
export interface GrantPlan {
  /** An e-mail address, or `link` for anyone with the link. */
  readonly to: string;
  readonly role: 'reader' | 'commenter' | 'writer';
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
  /** The text that full-text search finds. */
  readonly text?: string;
  /** The target of a shortcut. */
  readonly target?: FileName;
  /** Further fields of the file. */
  readonly fields?: Readonly<Record<string, unknown>>;
}
