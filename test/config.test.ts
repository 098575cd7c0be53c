import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, settingsTable } from '../src/config.ts';
import { defaultSettings } from '../src/upstream/settings.ts';

const bases = {
  VIDEO_BASE_URL: 'https://video.example/youtube/v3',
  STORAGE_BASE_URL: 'https://storage.example',
  CALENDAR_BASE_URL: 'https://calendar.example/calendar/v3',
};

const keysRefused = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.keys;
    throw error;
  }
  return [];
};

const message = (env: Record<string, string>): string => {
  try {
    return `took it: ${JSON.stringify(readConfig(env))} planted`;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('settings', () => {
  it('have the defaults of the table', () => {
    const config = readConfig({});
    for (const { key, byDefault } of settingsTable) {
      if (byDefault === '' || key === 'NODE_ENV' || key === 'SANDBOX' || key.endsWith('_BASE_URL'))
        continue;
      expect([key, (config[key as keyof typeof config] as string | number).toString()]).toEqual([
        key,
        byDefault,
      ]);
    }
  });
  it('have one description each', () => {
    expect(new Set(settingsTable.map(({ about }) => about)).size).toBe(settingsTable.length);
    for (const { about } of settingsTable) expect(about).toMatch(/^\S.{10,160}\.$/);
  });
  it('have the defaults of the upstream layer', () => {
    const config = readConfig({});
    expect({
      apiKeyIn: config.UPSTREAM_API_KEY_IN,
      connectTimeoutMs: config.CONNECT_TIMEOUT_MS,
      firstByteTimeoutMs: config.FIRST_BYTE_TIMEOUT_MS,
      callTimeoutMs: config.CALL_TIMEOUT_MS,
      connectionsPerService: config.CONNECTIONS_PER_SERVICE,
      maxResponseBytes: config.MAX_ANSWER_BYTES,
      retry: {
        maxAttempts: config.RETRY_ATTEMPTS,
        baseDelayMs: config.RETRY_BASE_MS,
        rateLimitBaseDelayMs: config.RETRY_RATE_LIMIT_BASE_MS,
        maxDelayMs: config.RETRY_CAP_MS,
        budgetRatio: config.RETRY_BUDGET_RATIO,
        budgetWindowMs: config.RETRY_BUDGET_WINDOW_MS,
        budgetFloor: config.RETRY_BUDGET_FLOOR,
      },
      mediaConnectionsPerService: config.MAX_CONCURRENT_STREAMS,
      mediaIdleTimeoutMs: config.STREAM_IDLE_TIMEOUT_MS,
    }).toEqual(defaultSettings);
  });
  it('count an empty variable as absent', () => {
    expect(readConfig({ PORT: '', UPSTREAM_API_KEY: '' })).toEqual(readConfig({}));
  });
  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['HOST', 'a b'],
    ['NODE_ENV', 'staging'],
    ['CONNECT_TIMEOUT_MS', '0'],
    ['RETRY_BUDGET_RATIO', '2'],
    ['SANDBOX', 'yes'],
    ['UPSTREAM_API_KEY', 'two words'],
    ['UPSTREAM_API_KEY_IN', 'cookie'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://a.example, https://b.example/path'],
    ['MAX_DEPTH', '1.5'],
    ['LOG_LEVEL', 'loud'],
  ])('reject %s=%s and name the key', (key, value) => {
    expect(keysRefused({ [key]: value })).toEqual([key]);
  });
  it.each([
    ['VIDEO_BASE_URL', 'https://video.example/youtube'],
    ['VIDEO_BASE_URL', 'ftp://video.example/youtube/v3'],
    ['VIDEO_BASE_URL', 'https://me:secret@video.example/v3'],
    ['VIDEO_BASE_URL', 'https://video.example/v3?key=1'],
    ['STORAGE_BASE_URL', 'https://storage.example/drive/v3'],
    ['STORAGE_BASE_URL', 'https://storage.example?'],
    ['CALENDAR_BASE_URL', 'calendar.example/calendar/v3'],
  ])('reject the URL %s=%s', (key, value) => {
    expect(keysRefused({ ...bases, [key]: value })).toEqual([key]);
  });
  it('report all invalid keys at once', () => {
    expect(keysRefused({ PORT: 'x', MAX_LIST: 'y' })).toEqual(['PORT', 'MAX_LIST']);
  });
  it('never quote a value, for any key', () => {
    const planted = 'planted value\n';
    for (const { key } of settingsTable)
      expect(message({ [key]: planted })).not.toContain('planted');
  });
});

describe('the upstream', () => {
  it('is the sandbox if no URL is set', () => {
    expect(readConfig({}).upstream).toBe('sandbox');
  });
  it('is the sandbox in production only if SANDBOX is set', () => {
    expect(keysRefused({ NODE_ENV: 'production' })).toEqual(Object.keys(bases));
    expect(readConfig({ NODE_ENV: 'production', SANDBOX: '1' }).upstream).toBe('sandbox');
  });
  it('is at the configured URLs, without trailing slashes', () => {
    expect(readConfig({ ...bases, VIDEO_BASE_URL: `${bases.VIDEO_BASE_URL}/` }).upstream).toEqual({
      video: bases.VIDEO_BASE_URL,
      storage: bases.STORAGE_BASE_URL,
      calendar: bases.CALENDAR_BASE_URL,
    });
  });
  it.each(Object.keys(bases))('needs %s if the others are set', (key) => {
    expect(keysRefused({ ...bases, [key]: '' })).toEqual([key]);
  });
  it('is either the sandbox or configured by URLs', () => {
    expect(keysRefused({ ...bases, SANDBOX: '1' })).toEqual(['SANDBOX']);
    expect(keysRefused({ SANDBOX: '0' })).toEqual(Object.keys(bases));
  });
});

describe('the production profile', () => {
  it('has no introspection and no GraphiQL by default', () => {
    const { INTROSPECTION, GRAPHIQL } = readConfig({ NODE_ENV: 'production', SANDBOX: '1' });
    expect([INTROSPECTION, GRAPHIQL]).toEqual([false, false]);
  });
  it('has introspection and GraphiQL if they are set', () => {
    const { INTROSPECTION, GRAPHIQL } = readConfig({
      NODE_ENV: 'production',
      SANDBOX: '1',
      INTROSPECTION: '1',
      GRAPHIQL: 'true',
    });
    expect([INTROSPECTION, GRAPHIQL]).toEqual([true, true]);
  });
});
