/** What the tools find and read of videos and files. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { find } from '../../../src/mcp/tools/find.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio({ env: { MCP: 'on' } });

const agent = useAgent(studio);

interface Found {
  readonly id: string;
  readonly title: string;
  readonly mimeType: string;
}

interface FoundPage {
  readonly items: readonly Found[];
  readonly nextPage?: string;
}

async function found(args: object): Promise<FoundPage> {
  const { body, isError } = await agent.call('find', args);
  expect({ isError, errors: body.errors }).toEqual({ isError: false });
  return body as FoundPage;
}

/** @returns all pages of a list */
async function pagesOf(args: object): Promise<readonly FoundPage[]> {
  const pages = [await found(args)];
  for (let page = pages[0]!.nextPage; page !== undefined; page = pages.at(-1)!.nextPage)
    pages.push(await found({ ...args, page }));
  return pages;
}

const idsIn = (pages: readonly FoundPage[]): readonly string[] =>
  pages.flatMap(({ items }) => items.map(({ id }) => id));

describe('find videos of the user', () => {
  it('has at most as many as wanted, and each once over all pages', async () => {
    const wanted = { kind: 'videos', mine: true, text: 'the' };
    const short = await pagesOf({ ...wanted, max: 3 });
    expect(short.map(({ items }) => items.length).filter((count) => count > 3)).toEqual([]);
    const all = idsIn(await pagesOf({ ...wanted, max: 50 }));
    expect(all.length).toBeGreaterThan(3);
    expect(idsIn(short)).toEqual(all);
  });
  it('goes on behind the last page', async () => {
    const all = idsIn(await pagesOf({ kind: 'videos', mine: true, max: 50 }));
    expect(all).toContain(globalId('Video', [ids.video.privateCut]));
    expect(new Set(all).size).toBe(all.length);
  });
});

const editor = 'application/vnd.google-apps.';

const typeNames: Readonly<Record<string, RegExp>> = {
  document: new RegExp(`^${editor}document$`),
  spreadsheet: new RegExp(`^${editor}spreadsheet$`),
  presentation: new RegExp(`^${editor}presentation$`),
  folder: new RegExp(`^${editor}folder$`),
  pdf: /^application\/pdf$/,
  image: /^image\//,
  video: /^video\//,
  audio: /^audio\//,
};

describe('find files', () => {
  const { type } = Object(find.definition.inputSchema.properties) as {
    readonly type: { readonly enum: readonly string[] };
  };
  it.each(type.enum)('of the type %s alone', async (of) => {
    const { items } = await found({ kind: 'files', type: of, max: 50 });
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter(({ mimeType }) => !typeNames[of]!.test(mimeType))).toEqual([]);
  });
  it('refuses a type of anything else', async () => {
    const { body, isError } = await agent.call('find', { kind: 'events', type: 'pdf' });
    expect({ isError, errors: body.errors }).toMatchObject({
      isError: true,
      errors: [{ code: 'INVALID_INPUT', argument: 'type' }],
    });
  });
});

describe('find comments', () => {
  it('has each thread with one id, and says if an answer is unknown', async () => {
    const { body } = await agent.call('find', { kind: 'comments', within: ids.video.busyThread });
    const busy = globalId('CommentThread', [ids.commentThread.busy]);
    expect(body.items).toContainEqual(
      expect.objectContaining({ id: busy, text: expect.any(String), hasOwnerReply: 'unknown' }),
    );
  });
});

describe('read of a video', () => {
  it('has what can be saved', async () => {
    const { body } = await agent.call('read', { id: ids.video.scheduledCut });
    expect(body.object).toMatchObject({
      publishAt: expect.stringMatching(/^\d{4}-.*[+-]\d\d:\d\d$/),
      selfDeclaredMadeForKids: expect.any(Boolean),
    });
    await agent.call('save_video', { id: ids.video.scheduledCut, language: 'sv' });
    const { body: after } = await agent.call('read', { id: ids.video.scheduledCut });
    expect(after.object.defaultLanguage).toBe('sv');
  });
});

describe('save_playlist', () => {
  it('says in one piece what its id is', async () => {
    const { tools } = await agent.client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'save_playlist')!;
    const { id } = Object(inputSchema.properties) as { readonly id: { description: string } };
    expect(id.description).toBe('Its id or web address; left out: a new one.');
  });
});
