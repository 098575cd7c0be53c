/** The storage service as a media studio would have filled it: a tree of files, and a shared drive for what is finished. */
import { contentOf } from '../../storage/content.ts';
import { mime } from '../../storage/mime.ts';
import type { Grant, StorageState, StoredFile } from '../../storage/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, minute } from '../../time.ts';
import { ids } from '../ids.ts';
import { type Leaf, leaves, type Share } from './tree.ts';

function grantOf({ to, role }: Share, since: string): Grant {
  if (to === 'link') return { type: 'anyone', role, since };
  return { type: to === ids.person.editors ? 'group' : 'user', role, email: to, since };
}

function fileOf(simulation: Simulation, leaf: Leaf, driveId: string | undefined): StoredFile {
  const random = simulation.random(`storage ${leaf.id}`);
  const createdMs = -random.int(40, 400) * day - random.int(0, 1439) * minute;
  const modifiedMs =
    leaf.size === undefined ? -random.int(0, 39) * day - random.int(1, 1439) * minute : createdMs;
  const created = simulation.at(createdMs).toISOString();
  const owner = leaf.owner ?? ids.person.ava;
  const sharedAt = simulation.at(createdMs + 5 * minute).toISOString();
  return {
    id: ids.file[leaf.id],
    fields: {
      name: leaf.name,
      mimeType: leaf.mimeType,
      ...(leaf.description && { description: leaf.description }),
      ...leaf.fields,
    },
    ...(leaf.in && { parent: leaf.in === 'archive' ? ids.drive.archive : ids.file[leaf.in] }),
    ...(driveId === undefined ? { owner } : { driveId }),
    grants: (leaf.share ?? []).map((share) => grantOf(share, sharedAt)),
    createdTime: created,
    modifiedTime: simulation.at(modifiedMs).toISOString(),
    modifiedBy: owner,
    ...(leaf.trashed && { trash: { by: owner, at: simulation.at(-3 * day).toISOString() } }),
    starredBy: new Set(leaf.starred ? [owner] : []),
    viewedAt: new Map([[owner, simulation.at(modifiedMs + minute).toISOString()]]),
    version: random.int(2, 90),
    ...(leaf.size !== undefined && { content: contentOf(leaf.id, leaf.size, leaf.id) }),
    ...(leaf.text && { text: leaf.text }),
    ...(leaf.target && { targetId: ids.file[leaf.target] }),
  };
}

/** The folder that a shared drive is: members are its grants. */
function topOf(simulation: Simulation): StoredFile {
  const createdTime = simulation.at(-700 * day).toISOString();
  const { ava, ben, editors } = ids.person;
  return {
    id: ids.drive.archive,
    fields: { name: 'Drive', mimeType: mime.folder },
    driveId: ids.drive.archive,
    grants: [
      { type: 'user', role: 'organizer', email: ava, since: createdTime },
      { type: 'group', role: 'writer', email: editors, since: createdTime },
      { type: 'user', role: 'reader', email: ben, since: createdTime },
    ],
    createdTime,
    modifiedTime: createdTime,
    modifiedBy: ava,
    starredBy: new Set(),
    viewedAt: new Map(),
    version: 1,
  };
}

export function seedStorage(simulation: Simulation): StorageState {
  const files = new Map<string, StoredFile>();
  const top = topOf(simulation);
  files.set(top.id, top);
  for (const leaf of leaves) {
    const parent = leaf.in === 'archive' ? top : leaf.in && files.get(ids.file[leaf.in]);
    const file = fileOf(simulation, leaf, parent ? parent.driveId : undefined);
    files.set(file.id, file);
  }
  return {
    files,
    drives: new Map([
      [top.id, { id: top.id, name: 'Archive', createdTime: top.createdTime, hiddenBy: new Set() }],
    ]),
    roots: new Map([
      [ids.person.ava, ids.file.root],
      [ids.person.ben, ids.file.benRoot],
      [ids.person.dana, ids.file.danaRoot],
    ]),
    generated: new Map(),
  };
}
