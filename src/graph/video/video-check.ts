/** What upstream would refuse of a video's metadata, refused before anything is sent. */
import { InvalidInput } from '../../upstream/error.ts';
import { upstreamId } from '../global-id.ts';
import { VideoCategory } from './resource.ts';

interface Texts {
  readonly title?: string | null;
  readonly description?: string | null;
}

export interface Metadata extends Texts {
  readonly tags?: readonly string[] | null;
  readonly categoryId?: string | null;
}

const mostOfTitle = 100;
const mostOfDescription = 5000;
const mostOfTags = 500;
const brackets = /[<>]/;

/** @param at where the texts stand in the input, with a dot at its end */
export function checkTexts({ title, description }: Texts, at = ''): void {
  if (
    title != null &&
    (title.trim() === '' || Array.from(title).length > mostOfTitle || brackets.test(title))
  )
    throw new InvalidInput(
      `${at}title`,
      `1 to ${mostOfTitle} characters are needed, none of them < or >`,
    );
  if (
    description != null &&
    (Buffer.byteLength(description) > mostOfDescription || brackets.test(description))
  )
    throw new InvalidInput(
      `${at}description`,
      `at most ${mostOfDescription} bytes, without < and >`,
    );
}

/** Upstream counts a comma between two tags, and quotes around one that holds a space. */
const lengthOf = (tags: readonly string[]): number =>
  tags
    .map((tag) => Array.from(tag).length + (/\s/.test(tag) ? 2 : 0))
    .reduce((sum, each) => sum + each + 1, -1);

/** @throws InvalidArgument naming the first value that cannot be */
export function checkMetadata(given: Metadata): void {
  checkTexts(given);
  const { tags, categoryId } = given;
  if (tags != null && (lengthOf(tags) > mostOfTags || tags.some((tag) => brackets.test(tag))))
    throw new InvalidInput('tags', `at most ${mostOfTags} characters together, without < and >`);
  if (categoryId != null) categoryOf(categoryId);
}

/** A date that has passed would publish a private video at once. @throws InvalidArgument */
export function checkPublishAt(publishAt: string | null | undefined): void {
  if (publishAt != null && Date.parse(publishAt) <= Date.now())
    throw new InvalidInput('publishAt', 'it has to lie ahead');
}

/** The number of a category, from either kind of its id. */
export const categoryOf = (id: string): string =>
  upstreamId(VideoCategory.resource, id, 'categoryId');
