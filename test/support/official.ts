/** The official clients with the sandbox as their server. */
import { auth as calendarAuth, calendar, type calendar_v3 } from '@googleapis/calendar';
import { auth as driveAuth, drive, type drive_v3 } from '@googleapis/drive';
import { auth as youtubeAuth, youtube, type youtube_v3 } from '@googleapis/youtube';

/** Options of a client: its server, and no retries. */
const optionsOf = (url: string) => ({ version: 'v3', rootUrl: `${url}/`, retry: false }) as const;

const withToken = <C extends { setCredentials(credentials: object): void }>(
  client: C,
  token: string,
): C => {
  client.setCredentials({ access_token: token });
  return client;
};

export const youtubeAs = (token: string, url: string): youtube_v3.Youtube =>
  youtube({ ...optionsOf(url), auth: withToken(new youtubeAuth.OAuth2(), token) });

/**
 * Sends a request like the official client, for operations that it no longer has.
 * @param address path and query string
 * @param body with a body, the request is a POST, without it a GET
 */
export const youtubeOnce = (
  token: string,
  url: string,
  address: string,
  body?: object,
): Promise<{ readonly status: number; readonly data: unknown }> =>
  withToken(new youtubeAuth.OAuth2(), token).request({
    url: url + address,
    retry: false,
    ...(body && { method: 'POST', data: body }),
  });

export const driveAs = (token: string, url: string): drive_v3.Drive =>
  drive({ ...optionsOf(url), auth: withToken(new driveAuth.OAuth2(), token) });

export const calendarAs = (token: string, url: string): calendar_v3.Calendar =>
  calendar({ ...optionsOf(url), auth: withToken(new calendarAuth.OAuth2(), token) });

/** The names of methods whose operations have others. */
const methodNames: Readonly<Record<string, string>> = {
  'liveBroadcasts.cuepoint': 'liveBroadcasts.insertCuepoint',
  'liveChatMessages.streamList': 'youtube.v3.liveChat.messages.stream',
};

/** The path of an operation's method in its client. @param key `live:liveBroadcasts.list` */
export function clientMethodOf(key: string): string {
  const name = key.slice(key.indexOf(':') + 1);
  return methodNames[name] ?? name;
}
