/** What the reader of Google's clients finds in their sources. */
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../reference/client.ts';
import { readClients } from '../../reference/generate.ts';

const declarations = `
export declare namespace drive_v3 {
  export class Drive { files: Resource$Files; }
  export interface Schema$File {
    /**
     * Output only. Deprecated: Use \`size\`.
     */
    length?: number | null;
    labels?: string[] | null;
    links?: { [key: string]: string; } | null;
    formats?: { [key: string]: string[]; } | null;
    details?: Array<{ [key: string]: any; }> | null;
    owner?: Schema$User;
    /** The owner. Read-only. */
    owners?: Schema$User[];
    hints?: { text?: string; thumbnail?: { image?: string; }; } | null;
    themes?: Array<{ id?: string; }> | null;
  }
  export interface Schema$User { name?: string | null; }
  export class Resource$Files {
    context: APIRequestContext;
    revisions: Resource$Files$Revisions;
    constructor(context: APIRequestContext);
    /**
     * Creates a file.
     * @example
     * \`\`\`js
     * scopes: ['https://www.googleapis.com/auth/drive', 'https://www.googleapis.com/auth/drive.file'],
     * \`\`\`
     */
    createOne(params: Params$Resource$Files$Createone, options: StreamMethodOptions): Promise<GaxiosResponse<Readable>>;
    createOne(params?: Params$Resource$Files$Createone): Promise<GaxiosResponse<Schema$File>>;
  }
  export class Resource$Files$Revisions {
    stop(params?: Params$Resource$Files$Revisions$Stop): Promise<GaxiosResponse<void>>;
  }
  export interface Params$Resource$Files$Createone extends StandardParameters {
    /** Deprecated and ignored. */
    old?: boolean;
    ids?: string[];
    folderId?: string;
    count?: number;
    requestBody?: Schema$File;
    media?: { body?: any; };
  }
  export interface Params$Resource$Files$Revisions$Stop extends StandardParameters {
    requestBody?: any;
  }
}`;

const call = (url: string, method: string, rest: string): string =>
  `const parameters = { options: Object.assign({ url: (rootUrl + '${url}').replace(/a/g, '$1'), method: '${method}' }, options), params, ${rest} };`;

const module = `
class Resource$Files {
  constructor(context) { this.context = context; }
  createOne() { ${call('/v3/{+folderId}/files', 'POST', "mediaUrl: (rootUrl + '/upload/files').replace(/a/g, ''), requiredParams: ['folderId', 'ids'], pathParams: ['folderId']")} }
}
class Resource$Files$Revisions {
  stop() { ${call('/v3/stop', 'POST', 'requiredParams: [], pathParams: []')} }
}`;

describe('a client', () => {
  const client = clientOf('drive', declarations, module);
  it('has the calls of all resources', () => {
    expect(client.operations).toEqual({
      'files.revisions.stop': { method: 'POST', path: '/v3/stop', parameters: {}, scopes: [] },
      'files.createOne': {
        method: 'POST',
        path: '/v3/{folderId}/files',
        uploadPath: '/upload/files',
        parameters: {
          old: { type: 'boolean', in: 'query', required: false, deprecated: true },
          ids: { type: 'string[]', in: 'query', required: true },
          folderId: { type: 'string', in: 'path', required: true },
          count: { type: 'number', in: 'query', required: false },
        },
        body: 'File',
        answer: 'File',
        scopes: ['drive', 'drive.file'],
      },
    });
  });
  it('has the fields of all types, those declared in place too', () => {
    expect(client.types).toEqual({
      File: {
        length: { type: 'number', deprecated: true, readOnly: true },
        labels: { type: 'string[]' },
        links: { type: 'string{}' },
        formats: { type: 'string{[]}' },
        details: { type: 'any{}[]' },
        owner: { type: 'User' },
        owners: { type: 'User[]', readOnly: true },
        hints: { type: 'FileHints' },
        themes: { type: 'FileThemes[]' },
      },
      FileHints: { text: { type: 'string' }, thumbnail: { type: 'FileHintsThumbnail' } },
      FileHintsThumbnail: { image: { type: 'string' } },
      FileThemes: { id: { type: 'string' } },
      User: { name: { type: 'string' } },
    });
  });
  it.each([
    ['has no operation', declarations, ''],
    ['Resource$Files.createOne has no type', declarations.replaceAll('Createone', 'Other'), module],
    ['Expected `}`', declarations, 'class {'],
  ])('is refused: %s', (message, changed, calls) => {
    expect(() => clientOf('drive', changed, calls)).toThrow(message);
  });
});

describe('the installed clients', () => {
  const clients = readClients();
  it('have a path, a method and scopes for each operation', () => {
    const operations = Object.values(clients).flatMap((client) => Object.values(client.operations));
    expect(operations.length).toBeGreaterThan(180);
    expect(operations.filter(({ path }) => !path.startsWith('/'))).toEqual([]);
    expect(
      operations.filter(({ method }) => !/^(GET|POST|PUT|PATCH|DELETE)$/.test(method)),
    ).toEqual([]);
    // `thirdPartyLinks` of YouTube states none.
    expect(operations.filter(({ scopes }) => scopes.length === 0)).toHaveLength(4);
  });
  it('have a parameter for each key of a path', () => {
    for (const client of Object.values(clients))
      for (const { path, parameters } of Object.values(client.operations)) {
        const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
        const inPath = Object.keys(parameters).filter((name) => parameters[name]!.in === 'path');
        expect(inPath.toSorted()).toEqual(keys.toSorted());
      }
  });
});
