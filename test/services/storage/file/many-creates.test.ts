/** Many files are created while a third of the answers is lost: every file exists exactly once. */
import { expect, it } from 'vitest';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { promised } from '../../../support/report/promised-size.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '100000' } });

/** The answers of the first 200 have every kind of failure. */
const files = promised(2_000, 200);

/** Mutations of one request; the gateway accepts no more. */
const perRequest = 10;

/** Requests at a time. */
const atOnce = 8;

interface Created {
  readonly file: { readonly fileId: string; readonly name: string } | null;
  readonly errors: readonly unknown[];
}

async function createFrom(first: number): Promise<Created[]> {
  const names = Array.from({ length: perRequest }, (_, index) => `File ${first + index}`);
  const fields = names.map(
    (name, index) =>
      `f${index}: createFile(input: { name: "${name}" }) { file { fileId name } errors { code } }`,
  );
  const data = await studio.data(`mutation { ${fields.join(' ')} }`);
  return names.map((_, index) => data[`f${index}`] as Created);
}

it('creates exactly 2,000 files although a third of the answers is lost', {
  tags: ['fullSize'],
  timeout: 120_000,
}, async () => {
  const before = storageState(studio.sandbox.simulation()).files.size;
  const match = { operation: 'storage:files.create' };
  // One answer in six is never sent, and one in five of the others breaks off.
  studio.sandbox.fault({ match, drop: 'after', every: 6 });
  studio.sandbox.fault({ match, cut: true, every: 5 });
  const starts = Array.from({ length: files / perRequest }, (_, index) => index * perRequest);
  const created: Created[] = [];
  const work = async (): Promise<void> => {
    for (let first = starts.pop(); first !== undefined; first = starts.pop())
      created.push(...(await createFrom(first)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const state = storageState(studio.sandbox.simulation()).files;
  expect(created.filter(({ errors }) => errors.length > 0)).toEqual([]);
  expect(created).toHaveLength(files);
  expect(state.size - before).toBe(files);
  expect(new Set(created.map(({ file }) => file!.fileId)).size).toBe(files);
  for (const { file } of created) expect(state.get(file!.fileId)?.fields.name).toBe(file!.name);
});
