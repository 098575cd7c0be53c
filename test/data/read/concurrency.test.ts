import { expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openStudio } from '../../support/studio.ts';

const files = [
  ids.file.script,
  ids.file.launchScript,
  ids.file.storyboard,
  ids.file.shotList,
  ids.file.runSheet,
  ids.file.budget,
  ids.file.styleGuide,
];

const document = `{ ${files.map((id, index) => `f${index}: file(id: "${id}") { name }`).join(' ')} }`;

it('has no more single reads under way than the setting allows, and none of those that wait is lost', async () => {
  const studio = await openStudio({ env: { READS_AT_ONCE: '3', REQUEST_DEADLINE_MS: '1200' } });
  studio.sandbox.fault({ match: { service: 'storage' }, hang: true });
  const { data, errors } = await studio.query(document);
  // None of the three is ever answered, so nobody else gets a turn before the deadline.
  expect(studio.calls()).toHaveLength(3);
  expect(Object.values(data)).toEqual(files.map(() => null));
  expect(errors!.map(({ extensions }) => extensions['code'])).toEqual(
    files.map(() => 'UPSTREAM_TIMEOUT'),
  );
  studio.sandbox.clearFaults();
  studio.sandbox.clearCalls();
  const healthy = await studio.query(document);
  expect(healthy.errors).toBeUndefined();
  expect(studio.calls()).toHaveLength(files.length);
  await studio.close();
});
