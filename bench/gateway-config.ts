/** The settings of measured gateways: production with all limits. */
import { type Config, readConfig } from '../src/config.ts';

/**
 * @param url of the upstream
 * @param settings JSON with further settings
 */
export const gatewayConfig = (url: string, settings = '{}'): Config =>
  readConfig({
    NODE_ENV: 'production',
    PORT: '0',
    LOG_LEVEL: 'warn',
    CACHE: 'off',
    // W4: 50 events can have 25 attachments each.
    MAX_QUERY_CALLS: '2000',
    VIDEO_BASE_URL: `${url}/youtube/v3`,
    STORAGE_BASE_URL: url,
    CALENDAR_BASE_URL: `${url}/calendar/v3`,
    ...(JSON.parse(settings) as Record<string, string>),
  });
