/** Responses that differ from the documentation, and ids that cannot be resolved. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { faultyServer, json } from '../../support/upstream/faulty-server.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation()).videos.get(ids.video.trailer)!;

describe('an undocumented response', () => {
  it('nulls only the field whose value has the wrong type', async () => {
    Object.assign(seeded().snippet, { title: { secret: 'planted' } });
    const { data, errors } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { title categoryId } }`,
    );
    expect(data.video).toEqual({ title: null, categoryId: seeded().snippet.categoryId });
    expect(errors).toMatchObject([
      { path: ['video', 'title'], extensions: { code: 'UPSTREAM_INVALID' } },
    ]);
    expect(JSON.stringify(errors)).not.toContain('planted');
  });
  it('nulls a link with an invalid id, without a call for the link', async () => {
    Object.assign(seeded().snippet, { channelId: 'a,b' });
    const { data, errors } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { title channel { title } } }`,
    );
    expect(data.video).toEqual({ title: seeded().snippet.title, channel: null });
    expect(errors).toMatchObject([
      { path: ['video', 'channel'], extensions: { code: 'UPSTREAM_INVALID', service: 'video' } },
    ]);
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
});

describe('an id of an answer that no request can have', () => {
  const badFile = { id: 'a/b', name: 'Bad', mimeType: 'text/plain' };
  const withAnswers = async (answer: (target: string) => object, document: string) => {
    await using upstream = await faultyServer((socket, seen) =>
      json(answer(seen.target))(socket, seen),
    );
    const bases = { storage: upstream.url, calendar: `${upstream.url}/calendar/v3` };
    const gateway = await startGateway({ bases });
    const { body } = await gateway.query(document, {}, { authorization: 'Bearer t' });
    await gateway.close();
    return { ...body, calls: upstream.requests.length };
  };
  it.each([
    'comments { nodes { content } }',
    'permissions { nodes { role } }',
    'revisions { nodes { size } }',
  ])('fails a list below it as an answer, not as an argument: %s', async (field) => {
    const { data, errors, calls } = await withAnswers(
      () => ({ files: [badFile] }),
      `{ files { nodes { name ${field} } } }`,
    );
    expect(data.files.nodes).toMatchObject([{ name: 'Bad' }]);
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID' } }]);
    expect(JSON.stringify(errors)).not.toContain('argument');
    expect(calls).toBe(1);
  });
  it('fails a person whose address is none', async () => {
    const organizer = { email: 'a,b@studio.example' };
    const { data, errors, calls } = await withAnswers(
      () => ({ items: [{ id: 'e', organizer }] }),
      '{ calendar(id: "c@x") { events { nodes { organizer { person { email busy(from: "2027-01-04T00:00:00Z", to: "2027-01-05T00:00:00Z") { from } } } } } } }',
    );
    expect(data.calendar.events.nodes).toEqual([{ organizer: { person: null } }]);
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID' } }]);
    expect(JSON.stringify(errors)).not.toContain('argument');
    expect(calls).toBe(1);
  });
});

it('rejects an id that is too long', async () => {
  const id = 'x'.repeat(2049);
  const { errors } = await studio.query(
    `{ video(id: "${id}") { title } file(id: "${id}") { name } }`,
  );
  expect(errors!.map(({ extensions }) => [extensions['code'], extensions['argument']])).toEqual([
    ['INVALID_INPUT', 'id'],
    ['INVALID_INPUT', 'id'],
  ]);
  expect(studio.calls()).toEqual([]);
});
