/**
 * Permission writes of one file that overlap: with the switch `lastPermissionWins` only the last of
 * them takes effect, though all are answered 200. Google's reference of permissions (2026):
 * concurrent operations on the same file are not supported, only the last update is applied.
 */
import type { Route } from '../../http/route.ts';
import type { ApiCall } from '../../call/handler.ts';
import type { Simulation } from '../../simulation.ts';
import { type FileEntity, storageState } from '../state.ts';

/** Notes that a request has arrived. @returns what notes that it has been answered */
export function beginPermissionWrite(simulation: Simulation, route: Route): () => void {
  const { operation, path } = route;
  // Before the state: its files are made when it is first needed.
  if (!/^storage:permissions\.(create|update|delete)$/.test(operation.key)) return () => {};
  const state = storageState(simulation);
  const id = path['fileId'] ?? '';
  const file = state.files.get(id);
  if (!file) return () => {};
  const writes = state.permissionWrites.get(id) ?? {
    open: 0,
    overlap: false,
    before: structuredClone(file.grants),
  };
  state.permissionWrites.set(id, writes);
  writes.open += 1;
  writes.overlap ||= writes.open > 1;
  return () => {
    writes.open -= 1;
    if (writes.open === 0) state.permissionWrites.delete(id);
  };
}

/** Undoes what overlapping writes of the file have done before this one. */
export function dropOverlappingWrites({ simulation }: ApiCall, file: FileEntity): void {
  const { model, permissionWrites } = storageState(simulation);
  const writes = permissionWrites.get(file.id);
  if (model.lastPermissionWins && writes?.overlap)
    file.grants = structuredClone([...writes.before]);
}
