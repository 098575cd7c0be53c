/** What a release changes, and what its tag has to be true of. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  notesOf,
  prepare,
  problemsOf,
  type ReleaseFiles,
  releaseFiles,
} from '../../../release/release.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const schema = 'type Query {\n  now: Int\n}\n';

/** The files of this repository, with something that is new. */
const present = {
  ...(Object.fromEntries(
    releaseFiles.map((path) => [path, read(path)]),
  ) as unknown as ReleaseFiles),
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n### New\n\n- `now`.\n\n## 0.1.0\n\nThe first.\n',
};

describe('a release', () => {
  const released = prepare(present, '99.0.0', schema);

  it('has its version, its changes and its schema, and nothing is unreleased', () => {
    expect(problemsOf(released, 'v99.0.0', schema)).toEqual([]);
    expect(notesOf(released['CHANGELOG.md'], '99.0.0')).toBe('### New\n\n- `now`.');
    expect(notesOf(released['CHANGELOG.md'], '0.1.0')).toBe('The first.');
  });
  it('changes nothing else in the files of npm', () => {
    for (const path of ['package.json', 'package-lock.json'] as const) {
      const before = present[path].split('\n');
      const changed = released[path].split('\n').filter((line, index) => line !== before[index]);
      expect([path, new Set(changed.map((line) => line.trim()))]).toEqual([
        path,
        new Set(['"version": "99.0.0",']),
      ]);
    }
  });
  it.each(['0.0.1', '0.1', 'v99.0.0', ''])('is not prepared as %j', (version) => {
    expect(() => prepare(present, version, schema)).toThrow('expected a version later than');
  });
  it('needs something new', () => {
    expect(() => prepare(released, '99.0.1', schema)).toThrow('nothing is unreleased');
  });
});

describe('a tag', () => {
  const released = prepare(present, '99.0.0', schema);

  it.each<[string, Partial<ReleaseFiles>, string, string[]]>([
    ['of another version', {}, 'v99.0.1', ['not that of the tag v99.0.1']],
    ['before its preparation', present, 'v99.0.0', ['99.0.0', 'Unreleased', 'is not the schema']],
    [
      'with changes since',
      { 'CHANGELOG.md': present['CHANGELOG.md'] },
      'v99.0.0',
      ['says nothing', 'Unreleased'],
    ],
    [
      'with an old lock',
      { 'package-lock.json': present['package-lock.json'] },
      'v99.0.0',
      ['lock'],
    ],
    ['with an old schema', { 'schema/released.graphql': '' }, 'v99.0.0', ['is not the schema']],
  ])('%s is rejected', (_, files, tag, expected) => {
    const problems = problemsOf({ ...released, ...files }, tag, schema).join('\n');
    for (const text of expected) expect(problems).toContain(text);
  });
});

describe('the workflow of releases', () => {
  const { jobs, on } = parse(read('.github/workflows/release.yml'));
  const steps = Object.values<any>(jobs).flatMap((job) => job.steps as any[]);
  const commands = steps.map(({ run = '' }) => run as string).join('\n');

  it('starts with a tag, and checks it before anything is published', () => {
    expect(on.push).toEqual({ tags: ['v*'] });
    expect([jobs.image.needs, jobs.package.needs]).toEqual(['check', 'image']);
    expect(commands).toContain('node release/main.ts check "$GITHUB_REF_NAME"');
  });
  it('builds the image for two architectures, of base images by digest, with SBOM and provenance', () => {
    const { with: options } = steps.find(({ uses }) =>
      uses?.startsWith('docker/build-push-action'),
    );
    expect(options).toMatchObject({
      platforms: 'linux/amd64,linux/arm64',
      sbom: true,
      provenance: 'mode=max',
    });
    expect(options['build-args']).toContain('NODE_IMAGE=${{ steps.base.outputs.image }}');
    const images = [...read('Dockerfile').matchAll(/^FROM (?:--\S+ )?(\S+)/gm)];
    expect(images.map(([, image]) => image)).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
    expect(read('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:24-slim$/m);
  });
  it('publishes the packed file by trust in the workflow, without a stored token', () => {
    expect(commands).toContain('npm publish ./studiograph-*.tgz --access public --provenance');
    expect(jobs.package.permissions).toMatchObject({ 'id-token': 'write' });
    expect(read('.github/workflows/release.yml')).not.toMatch(
      /secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/,
    );
  });
  it('publishes nothing without a tag', () => {
    const published =
      /push: \$\{\{ github\.ref_type == 'tag' \}\}[^]*npm publish .*\$\{\{ github\.ref_type != 'tag' && '--dry-run'/;
    expect(read('.github/workflows/release.yml')).toMatch(published);
    const release = steps.find(({ run }) => run?.includes('gh release create'));
    expect(release.if).toBe("github.ref_type == 'tag'");
  });
});
