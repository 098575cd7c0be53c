/** Finding things by words. */
import * as z from 'zod/mini';
import { agentTool, input, listAnswer, pageInput } from './agent-tool.ts';
import type { ToolRun } from './tool-run.ts';
import { ToolFailure } from './tool-failure.ts';

const kinds = ['files', 'videos', 'channels', 'playlists', 'events', 'comments', 'people'] as const;

const optionalText = (about: string) => z.optional(input.text(about, 500));

const findInput = {
  kind: input.choice(kinds, 'What to find.'),
  text: optionalText('Words to find; may be left out where another argument narrows it down.'),
  mine: z.optional(input.flag('Of files, videos and playlists: only those of the user.')),
  from: optionalText('Not before this time: of the event, the publication or the last change.'),
  to: optionalText('Not after this time.'),
  in: optionalText(
    'The id of the folder, the channel, the video (for its comments) or the calendar to find in.',
  ),
  ...pageInput,
};

type FindInput = z.output<z.ZodMiniObject<typeof findInput>>;

interface Range {
  readonly from?: string;
  readonly to?: string;
}

const filesDocument = `query ($filter: FileFilter!, $order: [FileOrderInput!], $max: Int!, $page: String) {
  files(filter: $filter, orderBy: $order, first: $max, after: $page) {
    pageInfo { hasNextPage endCursor }
    nodes { id name mimeType modifiedAt size webViewLink ownedByMe owners { email: emailAddress } }
  }
}`;

const searchDocument = `query ($text: String, $filter: SearchFilter!, $order: SearchOrder!, $max: Int!, $page: String) {
  search(search: $text, filter: $filter, orderBy: $order, first: $max, after: $page) {
    pageInfo { hasNextPage endCursor }
    nodes { type title publishedAt channelTitle target { kind: __typename ... on Node { id } ... on Video { url } ... on Channel { url } ... on Playlist { url } } }
  }
}`;

const eventsDocument = `query ($calendar: ID!, $text: String, $from: DateTime, $to: DateTime, $max: Int!, $page: String) {
  calendar(id: $calendar) {
    events(filter: { search: $text }, from: $from, to: $to, orderBy: START_TIME, first: $max, after: $page) {
      pageInfo { hasNextPage endCursor }
      nodes { id summary start { dateTime date } end { dateTime date } location htmlLink hangoutLink attendees { email responseStatus } }
    }
  }
}`;
