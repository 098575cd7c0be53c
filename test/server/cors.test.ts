import { describe, expect, it } from 'vitest';
import { startSmall } from '../support/small-schema.ts';

describe('pages of other origins', () => {
  const origin = 'https://app.example';
  it('may read answers if they are on the list', async () => {
    const server = await startSmall({ CORS_ORIGINS: `${origin}, https://other.example` });
    const asked = await server.send('/graphql', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    const answer = await server.query('{ name }', undefined, { origin });
    await server.close();
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
    for (const { headers } of [asked, answer]) {
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
  ])('may not if they are not: %s', async (from) => {
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
