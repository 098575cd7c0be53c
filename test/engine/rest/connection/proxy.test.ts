import { describe, expect, it } from 'vitest';
import { proxyOf } from '../../../../src/engine/rest/connection/proxy.ts';

const https = 'http://user:secret@secure.test:3128';
const http = 'http://plain.test:3128';

describe('a connection', () => {
  it.each([
    ['https://www.example.com', 'http://secure.test:3128'],
    ['http://www.example.com', 'http://plain.test:3128'],
    ['https://192.0.2.1:8443', 'http://secure.test:3128'],
    ['https://localhost.example.com', 'http://secure.test:3128'],
  ])('to %s goes through %s', (origin, proxy) => {
    const found = proxyOf(new URL(origin), { https, http });
    expect(found?.origin).toBe(proxy);
  });
  it.each(['http://localhost:4010', 'https://a.localhost', 'http://127.0.0.2', 'http://[::1]:1'])(
    'to this machine goes through none: %s',
    (origin) => {
      expect(proxyOf(new URL(origin), { https, http })).toBeUndefined();
    },
  );
  it('goes through the proxy of its protocol alone', () => {
    expect(proxyOf(new URL('https://www.example.com'), { http })).toBeUndefined();
    expect(proxyOf(new URL('http://www.example.com'), { https })).toBeUndefined();
  });
  it.each([
    ['https://www.example.com', 'www.example.com'],
    ['https://www.example.com', 'WWW.Example.com'],
    ['https://www.example.com', 'example.com'],
    ['https://www.example.com', '.example.com'],
    ['https://www.example.com', '*.example.com'],
    ['https://www.example.com', '*'],
    ['https://www.example.com', 'www.example.com:443'],
    ['http://www.example.com', 'www.example.com:80'],
    ['https://www.example.com:8443', '*:8443'],
    ['https://192.0.2.1', '192.0.2.1'],
    ['https://[2001:db8::1]', '2001:db8::1'],
    ['https://[2001:db8::1]', '[2001:db8::1]'],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443'],
  ])('to %s goes through none with the exception %s', (origin, entry) => {
    expect(
      proxyOf(new URL(origin), { https, http, except: ['other.test', entry] }),
    ).toBeUndefined();
  });
  it.each([
    ['https://www.example.com', 'ww.example.com'],
    ['https://wwwexample.com', 'example.com'],
    ['https://example.com.test', 'example.com'],
    ['https://www.example.com', 'www.example.com:80'],
    // Not understood.
    ['https://192.0.2.1', '192.0.2.0/24'],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]:443'],
  ])('to %s goes through its proxy with the exception %s', (origin, entry) => {
    expect(proxyOf(new URL(origin), { https, http, except: [entry] })).toBeDefined();
  });
});
