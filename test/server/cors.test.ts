import { describe, expect, it } from 'vitest';
import { startSmall } from '../support/small-schema.ts';

describe('pages of other origins', () => {
  const origin = 'https://app.example';
  it('may read responses if the origin is listed', async () => {
    const server = await startSmall({ CORS_ORIGINS: `${origin}, https://other.example` });
    const preflight = await server.send('/graphql', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    const response = await server.query('{ name }', undefined, { origin });
    await server.close();
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    for (const { headers } of [preflight, response]) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toContain('origin');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
  it.each([
    'null',
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
  ])('may not read responses if their origin is not listed: %s', async (from) => {
    const server = await startSmall({ CORS_ORIGINS: origin });
    const answers = [
      await server.send('/graphql', {
        method: 'OPTIONS',
        headers: { origin: from, 'access-control-request-method': 'POST' },
      }),
      await server.query('{ name }', undefined, { origin: from }),
    ];
    await server.close();
    for (const { headers } of answers)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
