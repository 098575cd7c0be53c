/** The initial files and shared drives. */
import type { Bytes } from '../../bytes.ts';
import { contentOf } from '../../storage/content/content.ts';
import { grantOf } from '../../storage/permission/grant.ts';
import { hasRevisions, newRevision } from '../../storage/revision.ts';
import type { FileEntity, FileGrant, RevisionEntity, StorageState } from '../../storage/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour, minute } from '../../time.ts';
import { ids, revisionId } from '../ids.ts';
import { buildProposals } from './access-proposal.ts';
import { buildApprovals } from './approval.ts';
import { buildComments } from './comment.ts';
import { seededBytes, seededChecksums } from './content.ts';
import { buildDrives } from './drive.ts';
import { filePlans } from './file.ts';
import type { FilePlan, GrantPlan } from './file-plan.ts';
import { buildChannels } from './watch-channel.ts';

function buildGrant({ to, role }: GrantPlan, since: string): FileGrant {
  if (to === 'link') return grantOf({ type: 'anyone', role, since });
  return grantOf({ type: to === ids.person.editors ? 'group' : 'user', role, email: to, since });
}

/** @param driveId the shared drive that contains the file */
function buildFile(
  simulation: Simulation,
  plan: FilePlan,
  driveId: string | undefined,
): FileEntity {
  const random = simulation.random(`storage ${plan.id}`);
  const createdMs = -random.int(40, 400) * day - random.int(0, 1439) * minute;
  // Uploaded files have not been modified since, but for an hourly upload of each later revision.
  const modifiedMs =
    plan.size === undefined
      ? -random.int(0, 39) * day - random.int(1, 1439) * minute
      : createdMs + (plan.earlier ?? []).length * hour;
  const owner = plan.owner ?? ids.person.ava;
  const modifiedTime = simulation.at(modifiedMs).toISOString();
  const sharedAt = simulation.at(createdMs + 5 * minute).toISOString();
  const bytes = plan.size === undefined ? undefined : seededBytes(plan.id, plan.size, plan);
  const file: FileEntity = {
    id: ids.file[plan.id],
    fields: {
      name: plan.name,
      mimeType: plan.mimeType,
      ...(plan.description && { description: plan.description }),
      ...plan.fields,
    },
    ...(plan.in && { parent: plan.in === 'archive' ? ids.drive.archive : ids.file[plan.in] }),
    ...(driveId === undefined ? { owner } : { driveId }),
    grants: (plan.share ?? []).map((grant) => buildGrant(grant, sharedAt)),
    createdTime: simulation.at(createdMs).toISOString(),
    modifiedTime,
    modifiedBy: owner,
    ...(plan.trashed && { trash: { by: owner, at: simulation.at(-3 * day).toISOString() } }),
    starredBy: new Set(plan.starred ? [owner] : []),
    viewedAt: new Map([[owner, simulation.at(modifiedMs + minute).toISOString()]]),
    version: random.int(2, 90),
    ...(bytes && {
      content: contentOf(bytes, revisionId(plan.id), seededChecksums(plan.id, bytes)),
    }),
    ...(plan.exportSize !== undefined && { exportSize: plan.exportSize }),
    ...(plan.needsResourceKey && { needsResourceKey: true }),
    ...(plan.abusive && { isAbusive: true }),
    ...(plan.text && { text: plan.text }),
    ...(plan.target && { targetId: ids.file[plan.target] }),
    history: [],
    labels: new Map(
      Object.entries(plan.labels ?? {}).map(([id, values]) => [
        id,
        new Map(Object.entries(values)),
      ]),
    ),
    comments: buildComments(simulation, plan.id),
    proposals: buildProposals(simulation, plan.id),
    approvals: buildApprovals(simulation, plan.id),
  };
  if (hasRevisions(file)) file.history.push(...buildHistory(simulation, plan, file, bytes));
  return file;
}

/** The revisions of a file: the earlier ones, an hour apart, and the current one. */
function buildHistory(
  simulation: Simulation,
  { id, mimeType, earlier = [] }: FilePlan,
  file: FileEntity,
  bytes: Bytes | undefined,
): readonly RevisionEntity[] {
  const current = newRevision(file, bytes);
  const currentMs = Date.parse(current.modifiedTime) - simulation.start.getTime();
  const revisions = earlier.map(({ by, size, options = {} }, index): RevisionEntity => {
    const name = `${id} ${index + 1}`;
    const old = size === undefined ? undefined : seededBytes(name, size, { mimeType });
    const content = old && contentOf(old, revisionId(name), seededChecksums(name, old));
    return {
      ...current,
      id: content?.headRevisionId ?? `${index + 1}`,
      modifiedTime: simulation.at(currentMs - (earlier.length - index) * hour).toISOString(),
      modifiedBy: by,
      ...(content && { content, bytes: old }),
      options,
    };
  });
  return [...revisions, current.content ? current : { ...current, id: `${earlier.length + 1}` }];
}

/** The initial data of the storage service. */
export function seedStorage(simulation: Simulation): StorageState {
  const { ava, ben, dana } = ids.person;
  const drives = buildDrives(simulation);
  const files = new Map(drives.map(({ root }) => [root.id, root]));
  for (const plan of filePlans) {
    const parent =
      plan.in && files.get(plan.in === 'archive' ? ids.drive.archive : ids.file[plan.in]);
    const file = buildFile(simulation, plan, parent ? parent.driveId : undefined);
    files.set(file.id, file);
  }
  return {
    files,
    drives: new Map(drives.map(({ drive }) => [drive.id, drive])),
    appRoots: new Map([
      [ava, ids.file.avaAppData],
      [ben, ids.file.benAppData],
      [dana, ids.file.danaAppData],
    ]),
    roots: new Map([
      [ava, ids.file.root],
      [ben, ids.file.benRoot],
      [dana, ids.file.danaRoot],
    ]),
    operations: new Map(),
    downloads: {},
    model: {},
    permissionWrites: new Map(),
    generated: new Map(
      Object.values(ids.generatedFile).map((id) => [
        id,
        { email: ava, type: 'files', space: 'drive' },
      ]),
    ),
    channels: buildChannels(simulation),
  };
}
