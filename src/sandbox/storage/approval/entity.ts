/** Approvals of files as they are stored: without their activity log, which the API never shows. */

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
}

/** Whether reviewers have yet to respond. */
export const isInProgress = ({ status }: ApprovalEntity): boolean => status === 'IN_PROGRESS';
