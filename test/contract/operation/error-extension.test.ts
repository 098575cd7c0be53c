/** Errors of REST calls have the extensions that the table of codes names, and no others. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { type ErrorCode, extensionsOf } from '../../../src/engine/schema/error/error-code.ts';
import { toGraphError } from '../../../src/engine/schema/error/error.ts';
import { failureCodes } from '../../../src/engine/schema/error/failure-message.ts';
import { videos } from '../../../src/services/video/operations.ts';
import { upstreamError } from '../../../src/engine/api/error.ts';
import { expectListedExtensions } from '../../support/report/error-extension.ts';

const requestId = 'r1';

describe('the extensions of an error', () => {
  it.each(failureCodes(googleApis))('of a REST call are listed: %s', (code) => {
    const error = toGraphError(
      googleApis,
      upstreamError(videos.list, code, { reason: 'someReason' }),
    );
    expect(error.extensions).toMatchObject({ code, operation: 'video:videos.list' });
    expectListedExtensions([{ extensions: { ...error.extensions, requestId } }]);
  });
  it('are rejected if the table does not name them for the code', () => {
    const listed = (code: ErrorCode, extra: object) => () =>
      expectListedExtensions([{ extensions: { code, requestId, ...extra } }]);
    expect(listed('GONE', { advice: 'none' })).toThrow('lacks extensions of GONE: advice');
    expect(listed('GONE', { id: 'a' })).not.toThrow();
    expect(() => expectListedExtensions([{ extensions: { code: 'NONE' } }])).toThrow('NONE');
    expect(() => expectListedExtensions([{}])).toThrow('undefined');
  });
  it('are each named once', () => {
    for (const code of failureCodes(googleApis)) {
      const all = extensionsOf(googleApis, code);
      expect([code, new Set(all).size]).toEqual([code, all.length]);
    }
  });
});
