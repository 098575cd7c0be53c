/** What no worked example reaches, for the agreement with the official clients: a file for each room. */
import type { TestFile } from '../../support/form.ts';
import * as channel from './channel.ts';
import * as comment from './comment.ts';
import * as foundation from './foundation.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as upload from './upload.ts';
import * as video from './video.ts';

/** A document, or one that brings files, by their places in its variables. */
export type Document =
  | string
  | {
      readonly query: string;
      readonly variables: object;
      readonly files: Readonly<Record<string, TestFile>>;
    };

export const further: readonly Document[] = [
  channel,
  comment,
  foundation,
  search,
  session,
  upload,
  video,
].flatMap(({ documents }) => documents);
