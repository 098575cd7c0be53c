/** Approvals of files as they are stored. */

/** An approval of a file. */
export interface ApprovalEntity {
  readonly id: string;
  status: 'IN_PROGRESS' | 'APPROVED' | 'DECLINED' | 'CANCELLED';
  /** E-mail address. */
  readonly initiator: string;
  /** E-mail addresses. */
  reviewerEmails: string[];
  /** By e-mail address: the responses of reviewers who have given one. */
  responses: Record<string, 'APPROVED' | 'DECLINED'>;
  readonly createTime: string;
  modifyTime: string;
  completeTime?: string;
  readonly dueTime?: string;
  readonly fileContentChangeBehavior: 'RESET_APPROVAL' | 'NO_APPROVAL_ACTION';
  /** Whether its start has locked the file. */
  readonly lockFile?: boolean;
  /** The text of the mails about the last call. */
  message?: string;
}

/** Whether reviewers have yet to respond. */
export const isInProgress = ({ status }: ApprovalEntity): boolean => status === 'IN_PROGRESS';
