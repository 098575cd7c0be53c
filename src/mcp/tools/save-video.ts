/** Changing the details of a video. */
import * as z from 'zod/mini';
import { agentTool, idInput, input } from './agent-tool.ts';
import { isNothingNamed, timeToSet, valuesBefore } from './named-value.ts';
import { named, privacyInput, privacyOf, widening } from './privacy.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const details = `fragment Details on Video {
  id title url privacyStatus publishAt description tags category { id title } defaultLanguage
  selfDeclaredMadeForKids
}`;

const current = `query ($id: ID!) { video(id: $id) { ...Details } }
${details}`;

const update = `mutation ($input: UpdateVideoInput!) {
  updateVideo(input: $input) { video { ...Details } errors { code message path } }
}
${details}`;

/** Their names are English in all countries. */
const categories = '{ videoCategories(regionCode: "US") { id title assignable } }';

/** What can change; the names are those of the graph. */
interface VideoDetails {
  readonly title: string | null;
  readonly privacyStatus: string | null;
  readonly [name: string]: unknown;
}

const optionalText = (about: string, max?: number) => z.optional(input.text(about, max));

export const saveVideo = agentTool({
  name: 'save_video',
  title: 'Save a video',
  tier: 'write',
  isDestructive: true,
  isRepeatable: true,
  description:
    'Change details of a video of the user; what is left out stays. Asks first if more people can see it then, now or later. Costs about 53 units.',
  input: {
    id: idInput('the video'),
    title: optionalText('At most 100 characters.', 100),
    description: optionalText('The whole new text; an empty one clears it.'),
    tags: z.optional(input.texts('All keywords: they replace those before.', 500)),
    category: optionalText('The name or the id of a category: Music, Education, 22.', 100),
    privacy: privacyInput,
    publishAt: optionalText(
      'When a private video becomes public: 2027-03-14T09:30, in the zone of the user. Empty: no more.',
      60,
    ),
    madeForKids: z.optional(input.flag('Whether it is made for children.')),
    language: optionalText('Of title and description: en, pt-BR.', 40),
  },
  answer: {
    video: 'object',
    before: ['object', 'The old values of what has changed.'],
  },
  run: async (given, run) => {
    const changes = {
      title: given.title,
      description: given.description,
      tags: given.tags,
      selfDeclaredMadeForKids: given.madeForKids,
      defaultLanguage: given.language === '' ? null : given.language,
      privacyStatus: privacyOf(given.privacy),
      publishAt: await timeToSet('publishAt', given.publishAt, run),
    };
    if (isNothingNamed({ ...changes, category: given.category }))
      throw ToolFailure.ofInput('title', 'nothing to change; expected at least one new value');
    const id = await run.idOf('id', given.id);
    const { video: old } = await run.read<{ video: VideoDetails | null }>(current, { id });
    if (!old) throw new ToolFailure();
    const categoryId = await categoryOf(given.category, run);
    run.ask(...effectsOf(changes, old));
    const { video } = await run.write<{ video: VideoDetails | null }>(
      `Changed ${named('video', old)}.`,
      update,
      { input: { id, ...changes, categoryId } },
    );
    return { video, before: valuesBefore(old, video) };
  },
});

const effectsOf = (
  after: {
    readonly privacyStatus?: string | undefined;
    readonly publishAt?: string | null | undefined;
  },
  before: VideoDetails,
) => {
  const what = named('video', before);
  return [
    widening(what, after.privacyStatus, before.privacyStatus),
    after.publishAt ? `Makes ${what} public at ${after.publishAt}.` : undefined,
  ];
};

interface Category {
  readonly id: string;
  readonly title: string;
  readonly assignable: boolean;
}

/** @returns the id of a category. @throws ToolFailure if no category that can be set is named so */
async function categoryOf(given: string | undefined, run: ToolRun): Promise<string | undefined> {
  if (given === undefined || /^(~.*|\d+)$/.test(given)) return given;
  const { videoCategories } = await run.read<{ videoCategories: readonly Category[] }>(categories);
  const usable = videoCategories.filter(({ assignable }) => assignable);
  const found = usable.find(({ title }) => title.toLowerCase() === given.trim().toLowerCase());
  if (found) return found.id;
  const names = usable.map(({ title }) => title).join(', ');
  throw ToolFailure.ofInput('category', `there is none of this name; expected one of ${names}`);
}
