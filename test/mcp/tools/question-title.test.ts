/** Titles in questions: written by others, they must not hide what a question says. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { question } from './confirm.ts';

const studio = useStudio({ env: { MCP: 'on', MCP_DAILY_UNITS: '100000' } });

const agent = useAgent(studio);

/** @returns a title of some characters that look alike only at first */
const longTitle = (count: number): string => `${'🚢'.repeat(count - 1)}.`;

/** @returns the part of an answer that a call has made or changed */
const made = async (tool: string, args: object) => {
  const { body, isError } = await agent.call(tool, args);
  expect({ isError, errors: body.errors }).toEqual({ isError: false });
  return Object.values(body).find((part) => Object(part).id) as { readonly id: string };
};

type Asking = () => Promise<readonly [tool: string, args: object]>;

const asking: Readonly<Record<string, Asking>> = {
  'of an event': async () => {
    const { id } = await made('save_event', { title: longTitle(300), start: '2099-06-01T10:00' });
    return ['delete_event', { id }];
  },
  'of a file': async () => {
    const { id } = await made('upload', { name: longTitle(300), text: 'x' });
    return ['share', { id, with: ['anyone'], role: 'reader' }];
  },
  'of a folder': async () => {
    const { id } = await made('edit_file', { name: longTitle(300) });
    const share = { id, with: ['anyone'], role: 'reader' };
    const { confirm } = await question(agent, 'share', share);
    await agent.call('share', { ...share, confirm });
    return ['edit_file', { id: ids.file.introTake1, folder: id }];
  },
  'of a new video': async () => [
    'upload',
    { asVideoOf: ids.file.introTake1, name: longTitle(300), privacy: 'public' },
  ],
  'of a playlist': async () => {
    const { id } = await made('save_playlist', { title: longTitle(150) });
    return ['save_playlist', { id, delete: true }];
  },
  'of a comment': async () => {
    const text = longTitle(300);
    const { body } = await agent.call('comment', { action: 'post', on: ids.video.makingOf, text });
    return ['comment', { action: 'delete', ids: [body.commentThread.id] }];
  },
};

describe('a question has 100 characters of a long title', () => {
  it.each(Object.entries(asking))('%s', async (_, prepare) => {
    const [tool, args] = await prepare();
    const { would } = await question(agent, tool, args);
    expect(would.join('\n')).toContain(`"${'🚢'.repeat(100)}…"`);
  });
  it('and a short title as it is, with what is invisible in it', async () => {
    const { id } = await made('save_event', { title: 'A\u200bB', start: '2099-06-01T10:00' });
    const { would } = await question(agent, 'delete_event', { id });
    expect(would.join()).toContain('"A\\u{200b}B"');
  });
});
