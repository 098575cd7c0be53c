/** The stored comments on files and their replies. */

/** The properties of both comments and replies. */
interface Remark {
  readonly id: string;
  /** E-mail address. */
  readonly author: string;
  readonly createdTime: string;
  modifiedTime: string;
  /** Absent for deleted comments, and for replies that only act. */
  content?: string;
  /** E-mail address of the person to whom it assigns the comment. */
  readonly assignee?: string;
  deleted?: true;
}

/** A reply to a comment on a file. */
export interface FileReplyEntity extends Remark {
  /** The effect of the reply on its comment. */
  readonly action?: 'resolve' | 'reopen';
}

/** A comment on a file. */
export interface FileCommentEntity extends Remark {
  /** JSON; the region of the file that the comment is about. */
  anchor?: string;
  quotedFileContent?: { readonly mimeType?: string; readonly value?: string };
  /** Oldest first. */
  readonly replies: FileReplyEntity[];
}
