/**
 * What Google publishes of the services, and where. The addresses of the notes were seen on
 * 28 November 2026; that the pages of quotas have the same form as text is assumed: a page that
 * is no text is reported.
 */
import type { ClientName } from '../client.ts';

/** A page of text. */
export interface PageSource {
  readonly title: string;
  readonly client: ClientName;
  readonly url: string;
}

const page = (title: string, client: ClientName, path: string): PageSource => ({
  title,
  client,
  url: `https://developers.google.com/${path}.md.txt`,
});

export const pageSources: readonly PageSource[] = [
  page('Notes of YouTube Data', 'youtube', 'youtube/data/revision_history'),
  page('Notes of YouTube Live', 'youtube', 'youtube/data/live/revision_history'),
  page('Notes of Drive', 'drive', 'workspace/drive/release-notes'),
  page('Notes of Calendar', 'calendar', 'workspace/calendar/release-notes'),
  page('Quotas of YouTube', 'youtube', 'youtube/v3/determine_quota_cost'),
  page('Quotas of Drive', 'drive', 'workspace/drive/api/guides/limits'),
  page('Quotas of Calendar', 'calendar', 'workspace/calendar/api/guides/quota'),
];

/** The discovery documents. */
export const documentSources: readonly PageSource[] = (
  ['youtube', 'drive', 'calendar'] as const
).map((client) => ({
  title: `Discovery document of ${client}`,
  client,
  url: `https://www.googleapis.com/discovery/v1/apis/${client}/v3/rest`,
}));
