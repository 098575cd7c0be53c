/** What a release changes in the files of the repository, and what has to be true of its tag. */

/** The texts of the files that a release concerns. */
export interface ReleaseFiles {
  readonly 'package.json': string;
  readonly 'package-lock.json': string;
  readonly 'CHANGELOG.md': string;
  /** The schema that later ones are compared with. */
  readonly 'schema/released.graphql': string;
}

export const releaseFiles = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'schema/released.graphql',
] as const satisfies readonly (keyof ReleaseFiles)[];

/**
 * @param version for example `0.2.0`
 * @param schema the present schema, as `schema/released.graphql` has it
 * @returns the files of the release
 * @throws Error if the version is no later one, or if nothing is new
 */
export function prepare(files: ReleaseFiles, version: string, schema: string): ReleaseFiles {
  const current = versionOf(files);
  if (!isLater(version, current))
    throw new Error(`expected a version later than ${current}, got ${version}`);
  if (notesOf(files['CHANGELOG.md'], 'Unreleased') === '')
    throw new Error('CHANGELOG.md: nothing is unreleased');
  const manifest = JSON.parse(files['package.json']) as object;
  const { packages, ...lock } = JSON.parse(files['package-lock.json']) as Lock;
  return {
    'package.json': jsonText({ ...manifest, version }),
    'package-lock.json': jsonText({
      ...lock,
      version,
      packages: { ...packages, '': { ...packages[''], version } },
    }),
    'CHANGELOG.md': files['CHANGELOG.md'].replace(
      /^## Unreleased$/m,
      `## Unreleased\n\n## ${version}`,
    ),
    'schema/released.graphql': schema,
  };
}

/**
 * @param tag for example `v0.2.0`
 * @param schema the present schema, as `schema/released.graphql` has it
 * @returns why the tag cannot be released; empty if it can
 */
export function problemsOf(files: ReleaseFiles, tag: string, schema: string): string[] {
  const version = versionOf(files);
  const lock = JSON.parse(files['package-lock.json']) as Lock;
  const changelog = files['CHANGELOG.md'];
  return [
    tag !== `v${version}` && `package.json has the version ${version}, not that of the tag ${tag}`,
    (lock.version !== version || lock.packages[''].version !== version) &&
      'package-lock.json has another version than package.json',
    notesOf(changelog, version) === '' && `CHANGELOG.md says nothing about ${version}`,
    notesOf(changelog, 'Unreleased') !== '' && 'CHANGELOG.md has changes under "Unreleased"',
    files['schema/released.graphql'] !== schema &&
      'schema/released.graphql is not the schema of this commit',
  ].filter((each) => each !== false);
}

/** @returns the section of a version in `CHANGELOG.md`; empty if there is none */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`${version}\n`));
  return section?.slice(version.length).trim() ?? '';
}

export const versionOf = (files: ReleaseFiles): string =>
  (JSON.parse(files['package.json']) as { readonly version: string }).version;

interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, object>> & {
    readonly '': { readonly version: string };
  };
}

/** JSON as npm writes it. */
const jsonText = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

function isLater(version: string, than: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false;
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}
