/** What `npm run news` says of pages and discovery documents. The texts are the test's own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readClients } from '../../reference/generate.ts';
import { facts, modelOf } from '../../reference/model.ts';
import { readNews, type ReadState } from '../../reference/news/news.ts';
import { documentSources, pageSources } from '../../reference/news/source.ts';
import { touchOf } from '../../reference/news/touch.ts';
import { httpServer } from '../support/http-server.ts';
import { closedPort } from '../support/proxy/closed-port.ts';

const touch = touchOf(modelOf(readClients(), facts), facts);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const notes = '# Revisions\n\n## November 3, 2026\n\nOld.\n\n## January 2, 2025\n\nOlder.\n';

const method = { httpMethod: 'GET', path: 'youtube/v3/videos' };

const documentOf = (name: string, extra: object = {}): object => ({
  name,
  revision: '20261101',
  resources: { videos: { methods: { list: { id: `${name}.videos.list`, ...method } } } },
  schemas: {
    Video: {
      type: 'object',
      properties: { id: { type: 'string' }, kind: { type: 'string', enum: ['upload', 'like'] } },
    },
  },
  ...extra,
});

const answerText =
  (text: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(200, headers).end(text);

/** The answers of all sources, by title. */
const usual: Readonly<Record<string, Answer>> = Object.fromEntries([
  ...pageSources.map(({ title }) => [title, answerText(notes)] as const),
  ...documentSources.map(
    ({ title, client }) => [title, answerText(JSON.stringify(documentOf(client)))] as const,
  ),
]);

const never: ReadState = { date: '2026-11-28', pages: {}, documents: {} };

const sources = [...pageSources, ...documentSources];

/** The news, if some sources answer otherwise than usual. */
async function newsWith(state: ReadState, others: Readonly<Record<string, Answer>> = {}) {
  await using server = await httpServer((request, response) => {
    const source = sources.find(({ url }) => url.replace('https:/', '') === request.url);
    const answer = source && { ...usual, ...others }[source.title];
    if (answer) answer(request, response);
    else response.writeHead(404).end('No such page');
  });
  return await readNews(state, touch, server.url);
}

const { state: known } = await newsWith(never);

/** The lines below the title of the source. */
async function linesAfter(title: string, answer: Answer): Promise<readonly string[]> {
  const { lines } = await newsWith(known, { [title]: answer });
  const url = sources.find((each) => each.title === title)!.url;
  expect(lines[0]).toContain(`${title} (${url}):`);
  return [lines[0]!.slice(lines[0]!.indexOf('):') + 2).trim(), ...lines.slice(1)].filter(Boolean);
}

const changed = (extra: object): Answer => answerText(JSON.stringify(documentOf('youtube', extra)));

const youtube = 'Discovery document of youtube';

describe('the watch', () => {
  it('is silent if nothing is new', async () => {
    expect(await newsWith(known)).toEqual({ lines: [], state: known, unread: 0 });
  });

  it('keeps no words of what it reads', () => {
    expect(JSON.stringify(known)).not.toContain('Older');
  });

  it('shows of a page that it has never read what has a later date', async () => {
    const later = notes.replace('# Revisions', '## November 29, 2026\n\nNew.');
    const { lines } = await newsWith(never, { 'Notes of Drive': answerText(later) });
    expect(lines.filter((line) => /^ {2}\+ \w+ \d/.test(line))).toEqual([
      '  + November 29, 2026: New.',
    ]);
  });

  it.each([
    ['a paragraph', 'Costs of `videos.list` rise.', 'operation videos.list (1 units)'],
    [
      'an entry of a list',
      '- `publishedAfter` of `search.list` ends.',
      'search.list?publishedAfter',
    ],
    ['a field', 'Read snippet.channelTitle.', 'field ActivitySnippet.channelTitle'],
    ['an error', 'It fails with `quotaExceeded`.', 'reason quotaExceeded'],
    ['a value', '`superChatEvent` is back.', 'enum ChatMessageType=superChatEvent'],
  ])('shows %s with the facts that it touches', async (_what, text, fact) => {
    const page = notes.replace('Old.', `Old.\n\n${text}`);
    const [entry, touched] = await linesAfter('Notes of YouTube Data', answerText(page));
    expect(entry).toBe(`  + November 3, 2026: ${text}`);
    expect(touched).toContain('touches');
    expect(touched).toContain(fact);
  });

  it('shows an entry that has changed', async () => {
    const page = answerText(notes.replace('Older.', 'Older, and corrected.'));
    expect(await linesAfter('Notes of Calendar', page)).toEqual([
      '  + January 2, 2025: Older, and corrected.',
      '  - 1 known paragraphs are gone',
      '  ! among them the last one: the page may be cut',
    ]);
  });

  it('shows new operations, fields and values of a document, with their facts', async () => {
    const { schemas } = documentOf('youtube') as {
      schemas: { Video: { properties: Record<string, object> } };
    };
    const Video = {
      type: 'object',
      properties: {
        ...schemas.Video.properties,
        kind: { type: 'string', enum: ['upload', 'like', 'subscription'] },
        mood: { type: 'string', description: 'How it feels.' },
      },
    };
    const methods = { list: { id: 'youtube.videos.list', ...method, path: 'v4' } };
    const lines = await linesAfter(
      youtube,
      changed({ schemas: { Video }, resources: { videos: { methods } } }),
    );
    expect(lines[0]).toBe('  revision 20261101');
    expect(lines[1]).toBe('  ~ operation videos.list: GET /v4');
    expect(lines[2]).toContain('touches operation videos.list');
    expect(lines[3]).toBe('  + type Video.kind=subscription: ');
    expect(lines[4]).toContain('enum ActivityType=subscription');
    expect(lines[5]).toBe('  + type Video.mood: string; How it feels.');
  });

  it('shows what is gone from a document', async () => {
    const lines = await linesAfter(youtube, changed({ schemas: { Video: { type: 'object' } } }));
    expect(lines.filter((line) => line.startsWith('  -'))).toEqual([
      '  - type Video.id',
      '  - type Video.kind',
      '  - type Video.kind=upload',
      '  - type Video.kind=like',
    ]);
  });

  it('shows a correction whose place has changed', () => {
    const [{ change }] = facts.corrections.filter(({ change }) =>
      Object.keys(change).some((path) => path.startsWith('youtube/operations/')),
    ) as [(typeof facts.corrections)[number]];
    const [client, , name] = Object.keys(change)[0]!.split('/') as ['youtube', string, string];
    expect(touch.ofPlace(client, `operation ${name}`, '').join()).toContain('correction');
  });

  it('reads compressed answers, and follows redirects', async () => {
    await using target = await httpServer(answerText(notes));
    const { lines } = await newsWith(known, {
      'Notes of Drive': (_request, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(notes)),
      'Notes of Calendar': (_request, response) =>
        void response.writeHead(302, { location: target.url }).end(),
    });
    expect(lines).toEqual([]);
  });

  it('says that a page which is compressed and cut has lost its end', async () => {
    const bytes = gzipSync(notes);
    const lines = await linesAfter('Notes of Drive', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes.subarray(0, -20));
    });
    expect(lines.join()).toMatch(/not read|the page may be cut/);
  });
});

const cut: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write(notes, () => response.destroy());
};

describe('a source that cannot be read', () => {
  it.each<[string, string, Answer, string]>([
    [
      'is missing',
      'Notes of Drive',
      (_, response) => response.writeHead(404).end('x'),
      'status 404',
    ],
    ['is empty', 'Notes of Drive', answerText('\n'), 'it is empty'],
    ['is a page of HTML', 'Notes of Drive', answerText('<!DOCTYPE html><p>'), 'a page of HTML'],
    ['is cut', 'Notes of Drive', cut, 'not read: terminated'],
    ['is cut JSON', youtube, answerText('{"schemas": {'), 'it is cut, or no JSON'],
    ['is another JSON', youtube, answerText('{}'), 'JSON without schemas'],
  ])('%s: it is said, and the others are read', async (_problem, title, answer, message) => {
    const later = notes.replace('Old.', 'Old.\n\nNew.');
    const { lines, unread, state } = await newsWith(known, {
      [title]: answer,
      'Quotas of Calendar': answerText(later),
    });
    expect(unread).toBe(1);
    expect(lines.find((line) => line.startsWith(`${title} `))).toContain(message);
    expect(lines).toContain('  + November 3, 2026: New.');
    const { url } = sources.find((each) => each.title === title)!;
    expect(state.pages[url]).toEqual(known.pages[url]);
    expect(state.documents).toEqual(known.documents);
  });

  it('does not hide the others if no server answers', async () => {
    const { unread, lines, state } = await readNews(
      known,
      touch,
      `http://127.0.0.1:${await closedPort()}`,
    );
    expect(unread).toBe(sources.length);
    expect(lines).toHaveLength(sources.length);
    expect(state).toEqual(known);
  });
});
