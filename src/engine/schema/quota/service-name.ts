/** The services as the schema names them. */
import { enumeration } from '../field/enumeration.ts';

export const ServiceName = enumeration(
  'ServiceName',
  'A REST API of Google. Errors and directives have the names in lower case.',
  {
    video: 'The YouTube Data API. Takes the access token of YouTube.',
    live: 'The YouTube Live Streaming API. Takes the access token of YouTube.',
    storage: 'The Google Drive API.',
    calendar: 'The Google Calendar API.',
  },
);
