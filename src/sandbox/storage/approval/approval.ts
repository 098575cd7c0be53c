/**
 * Approvals of files: reads, and the calls of writers and reviewers. The rules are those of the
 * guide to approvals of the Drive API
 * (developers.google.com/workspace/drive/api/guides/approvals), 28 November 2026; it names no
 * reasons of errors, so that these are assumed.
 */
import type { ApiCall, Handler, Handlers } from '../../call/handler.ts';
import { paginate } from '../../call/page.ts';
import { ApiError } from '../../http/api-error.ts';
import { stableId } from '../../random.ts';
import {
  findFile,
  includesRole,
  roleOf,
  throwInsufficientPermissions,
} from '../permission/access.ts';
import { serializeUser } from '../permission/person.ts';
import { isRestricted } from '../restriction.ts';
import { type FileEntity, storageState } from '../state.ts';
import { type ApprovalEntity, isInProgress } from './entity.ts';
import { mayStartApproval } from './rule.ts';

function serialize({ user }: ApiCall, { id: targetFileId }: FileEntity, approval: ApprovalEntity) {
  const { id, initiator, reviewerEmails, responses, ...shown } = approval;
  return {
    kind: 'drive#approval',
    approvalId: id,
    targetFileId,
    ...shown,
    initiator: serializeUser(initiator, user),
    reviewerResponses: reviewerEmails.map((email) => ({
      kind: 'drive#reviewerResponse',
      reviewer: serializeUser(email, user),
      response: responses[email] ?? 'NO_RESPONSE',
    })),
  };
}

/** @throws ApiError 400 for a value that does not fit to the approval (assumed) */
function throwInvalid(message: string, location: string): never {
  throw new ApiError(400, 'invalid', { message, location, locationType: 'other' });
}

/** @throws ApiError 400 for a call that the state of the approvals does not allow (assumed) */
function throwUnmet(message: string): never {
  throw new ApiError(400, 'failedPrecondition', { message });
}

/** The approval of the path: everybody who can open the file sees it (assumed). */
function findApproval(call: ApiCall): { file: FileEntity; approval: ApprovalEntity } {
  const file = findFile(call, call.path['fileId']!);
  const approvalId = call.path['approvalId']!;
  const approval = file.approvals.find(({ id }) => id === approvalId);
  if (approval) return { file, approval };
  throw new ApiError(404, 'notFound', {
    message: `Approval not found: ${approvalId}.`,
    location: 'approvalId',
  });
}

/** The approval of the path. @throws ApiError 400 for a complete one, which is final */
function findOpenApproval(call: ApiCall): { file: FileEntity; approval: ApprovalEntity } {
  const found = findApproval(call);
  if (!isInProgress(found.approval)) throwUnmet('The approval is complete.');
  return found;
}

const isWriter = ({ simulation, user }: ApiCall, file: FileEntity): boolean =>
  includesRole(roleOf(storageState(simulation), user, file), 'writer');

/** Notes that the approval has changed, and returns it. */
function changed(call: ApiCall, file: FileEntity, approval: ApprovalEntity): object {
  approval.modifyTime = call.simulation.now().toISOString();
  return serialize(call, file, approval);
}

function complete(call: ApiCall, approval: ApprovalEntity, status: ApprovalEntity['status']): void {
  approval.status = status;
  approval.completeTime = call.simulation.now().toISOString();
}

/** Makes the content read-only. That this is a restriction of the initiator is assumed. */
function lock({ simulation }: ApiCall, file: FileEntity, { initiator }: ApprovalEntity): void {
  if (isRestricted(file)) return;
  const restrictionTime = simulation.now().toISOString();
  file.fields['contentRestrictions'] = [
    { readOnly: true, restrictingUser: initiator, restrictionTime },
  ];
  file.version += 1;
}

/** `approvals.list`: oldest first (assumed). */
const listApprovals: Handler = (call) => {
  const file = findFile(call, call.path['fileId']!);
  const { items, next } = paginate(call, file.approvals);
  return {
    kind: 'drive#approvalList',
    items: items.map((approval) => serialize(call, file, approval)),
    ...(next && { nextPageToken: next }),
  };
};

/** `approvals.get`. */
const getApproval: Handler = (call) => {
  const { file, approval } = findApproval(call);
  return serialize(call, file, approval);
};

interface StartBody extends Pick<ApprovalEntity, 'dueTime'> {
  readonly lockFile?: boolean;
  readonly reviewerEmails: readonly string[];
  readonly fileContentChangeBehavior?: ApprovalEntity['fileContentChangeBehavior'];
}

/** @throws ApiError 400 for an address that is there twice (assumed) */
function checkDistinct(emails: readonly string[], location: string): void {
  if (new Set(emails).size < emails.length) throwInvalid('A reviewer is named twice.', location);
}

/**
 * `approvals.start`. Reviewers without access do not get any. One approval of a file is in progress
 * at a time (assumed: the guide speaks of "no other one in progress").
 */
const startApproval: Handler = (call) => {
  const { simulation, user } = call;
  const file = findFile(call, call.path['fileId']!);
  if (!mayStartApproval(simulation, user, file)) throwInsufficientPermissions(file.id);
  if (file.approvals.some(isInProgress)) throwUnmet('An approval of the file is in progress.');
  const { reviewerEmails, dueTime, lockFile, fileContentChangeBehavior } = call.body as object &
    StartBody;
  checkDistinct(reviewerEmails, 'reviewerEmails');
  const createTime = simulation.now().toISOString();
  const approval: ApprovalEntity = {
    id: `AAAA${stableId(`approval ${file.approvals.length} of ${file.id}`, 18)}`,
    status: 'IN_PROGRESS',
    initiator: user.email,
    reviewerEmails: [...reviewerEmails],
    responses: {},
    createTime,
    modifyTime: createTime,
    ...(dueTime && { dueTime }),
    fileContentChangeBehavior: fileContentChangeBehavior ?? 'RESET_APPROVAL',
  };
  file.approvals.push(approval);
  if (lockFile) lock(call, file, approval);
  return serialize(call, file, approval);
};

/**
 * `approvals.approve` and `decline`, for reviewers: all must approve, and one who declines ends the
 * approval. Only without effects of changes can a response be changed (the guide says that a
 * reviewer may take an approval back; that it is by the other call is assumed).
 */
const respond =
  (response: 'APPROVED' | 'DECLINED'): Handler =>
  (call) => {
    const { file, approval } = findOpenApproval(call);
    const { email } = call.user;
    const { reviewerEmails, responses, fileContentChangeBehavior: behavior } = approval;
    if (!reviewerEmails.includes(email)) throwInsufficientPermissions(file.id);
    const given = responses[email];
    if (given === response || (given && behavior === 'RESET_APPROVAL'))
      throwUnmet('The reviewer has responded.');
    responses[email] = response;
    if (response === 'DECLINED') complete(call, approval, response);
    else if (reviewerEmails.every((each) => responses[each] === 'APPROVED')) {
      complete(call, approval, response);
      if (behavior === 'RESET_APPROVAL') lock(call, file, approval);
    }
    return changed(call, file, approval);
  };

/** `approvals.cancel`, for writers. */
const cancelApproval: Handler = (call) => {
  const { file, approval } = findOpenApproval(call);
  if (!isWriter(call, file)) throwInsufficientPermissions(file.id);
  complete(call, approval, 'CANCELLED');
  return changed(call, file, approval);
};

/** `approvals.comment`: on a complete approval only while no other one is in progress. */
const commentApproval: Handler = (call) => {
  const { file, approval } = findApproval(call);
  if (!isInProgress(approval) && file.approvals.some(isInProgress))
    throwUnmet('Another approval of the file is in progress.');
  return changed(call, file, approval);
};

interface Replacement {
  readonly removedReviewerEmail: string;
  readonly addedReviewerEmail: string;
}

/**
 * `approvals.reassign`. Writers replace reviewers who have not responded, and readers themselves.
 * That only writers add reviewers is assumed.
 */
const reassignApproval: Handler = (call) => {
  const { file, approval } = findOpenApproval(call);
  const { user, body } = call;
  const added = ((body['addReviewers'] ?? []) as readonly Replacement[]).map(
    ({ addedReviewerEmail }) => addedReviewerEmail,
  );
  const replaced = (body['replaceReviewers'] ?? []) as readonly Replacement[];
  if (added.length + replaced.length === 0) throwInvalid('No reviewer is named.', 'addReviewers');
  const isOwn = ({ removedReviewerEmail }: Replacement) => removedReviewerEmail === user.email;
  if (!isWriter(call, file) && (added.length > 0 || !replaced.every(isOwn)))
    throwInsufficientPermissions(file.id);
  const reviewers = new Map(approval.reviewerEmails.map((email) => [email, email]));
  for (const { removedReviewerEmail: removed, addedReviewerEmail } of replaced) {
    if (!reviewers.has(removed) || approval.responses[removed])
      throwInvalid(`${removed} has no open response.`, 'replaceReviewers');
    reviewers.set(removed, addedReviewerEmail);
  }
  const next = [...reviewers.values(), ...added];
  checkDistinct(next, added.length > 0 ? 'addReviewers' : 'replaceReviewers');
  approval.reviewerEmails = next;
  return changed(call, file, approval);
};

/** By operation key. */
export const approvalHandlers: Handlers = {
  'storage:approvals.approve': respond('APPROVED'),
  'storage:approvals.cancel': cancelApproval,
  'storage:approvals.comment': commentApproval,
  'storage:approvals.decline': respond('DECLINED'),
  'storage:approvals.get': getApproval,
  'storage:approvals.list': { handle: listApprovals, defaultFields: 'kind,nextPageToken' },
  'storage:approvals.reassign': reassignApproval,
  'storage:approvals.start': startApproval,
};
