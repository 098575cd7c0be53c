/** `accessproposals.list`, `get` and `resolve`, for those who may share the file. */
import type { ApiCall, Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { paginate } from '../call/page.ts';
import {
  findFile,
  includesRole,
  mayShare,
  roleOf,
  throwInsufficientPermissions,
} from './permission/access.ts';
import { grantOf } from './permission/grant.ts';
import { checkDriveRestrictions, checkMayShare } from './permission/input.ts';
import { storeGrant } from './permission/write.ts';
import {
  type AccessProposalEntity,
  type FileEntity,
  type FileRole,
  storageState,
} from './state.ts';

/** @throws ApiError 403 for callers who may not share the file, 404 */
function findApprovableFile(call: ApiCall): FileEntity {
  const file = findFile(call, call.path['fileId']!);
  const role = roleOf(storageState(call.simulation), call.user, file);
  return mayShare(role, file) ? file : throwInsufficientPermissions(file.id);
}

/** @throws ApiError 404 */
function findProposal({ path }: ApiCall, { proposals }: FileEntity): AccessProposalEntity {
  const proposalId = path['proposalId']!;
  const proposal = proposals.find(({ id }) => id === proposalId);
  if (proposal) return proposal;
  throw new ApiError(404, 'notFound', {
    message: `Access proposal not found: ${proposalId}.`,
    location: 'proposalId',
  });
}

const serialize = (
  { id: fileId }: FileEntity,
  { id, requester, recipient, roles, message, createTime }: AccessProposalEntity,
): object => ({
  fileId,
  proposalId: id,
  requesterEmailAddress: requester,
  recipientEmailAddress: recipient,
  rolesAndViews: roles.map((role) => ({ role })),
  ...(message && { requestMessage: message }),
  createTime,
});

/** `accessproposals.list`: oldest first. */
export const listAccessProposals: Handler = (call) => {
  const file = findApprovableFile(call);
  const { items, next } = paginate(call, file.proposals);
  return {
    accessProposals: items.map((proposal) => serialize(file, proposal)),
    ...(next && { nextPageToken: next }),
  };
};

/** `accessproposals.get`. */
export const getAccessProposal: Handler = (call) => {
  const file = findApprovableFile(call);
  return serialize(file, findProposal(call, file));
};

const givenRoles: ReadonlySet<string> = new Set(['reader', 'commenter', 'writer']);

/** @throws ApiError 400 */
function throwInvalidRole(reason: 'required' | 'invalid', message: string): never {
  throw new ApiError(400, reason, { message, location: 'role', locationType: 'other' });
}

/**
 * The highest role in the body.
 * @throws ApiError 400 if it is empty, or has a role that nobody can request
 */
function acceptedRole({ body }: ApiCall): FileRole {
  const roles = (body['role'] ?? []) as readonly FileRole[];
  if (roles.length === 0) throwInvalidRole('required', 'ACCEPT requires a role.');
  const unknown = roles.find((role) => !givenRoles.has(role));
  if (unknown !== undefined) throwInvalidRole('invalid', `Invalid role '${unknown}'.`);
  return roles.reduce((highest, role) => (includesRole(highest, role) ? highest : role));
}

/** @throws ApiError 400 for views other than `published` */
function checkView({ body }: ApiCall): 'published' | undefined {
  const view = body['view'] as string | null | undefined;
  if (!view) return undefined;
  if (view === 'published') return view;
  throw new ApiError(400, 'invalid', {
    message: `Invalid view '${view}'.`,
    location: 'view',
    locationType: 'other',
  });
}

/**
 * `accessproposals.resolve`: the proposal is gone afterwards.
 * @throws ApiError 403 like `checkMayShare` and `checkDriveRestrictions`
 */
export const resolveAccessProposal: Handler = (call) => {
  const file = findApprovableFile(call);
  const proposal = findProposal(call, file);
  const view = checkView(call);
  if (call.body['action'] === 'ACCEPT') {
    const grant = grantOf({
      type: 'user',
      role: acceptedRole(call),
      email: proposal.recipient,
      since: call.simulation.now().toISOString(),
      ...(view && { view }),
    });
    checkMayShare(call, file, grant.role);
    checkDriveRestrictions(call, file, grant);
    storeGrant(call, file, grant);
  }
  file.proposals.splice(file.proposals.indexOf(proposal), 1);
  return {};
};
