/** How much of a message has arrived, for frames of all sizes that arrive in any pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../../src/server/websocket/frame-reader.ts';
import { frameOf } from '../../support/client/web-socket.ts';

/** A message: its frames, with control frames between them. */
const message = fc
  .array(
    fc.record({
      length: fc.constantFrom(0, 1, 5, 125, 126, 300, 65_535, 65_536, 70_000),
      ping: fc.option(fc.nat({ max: 125 })),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((frames) =>
    frames.flatMap(({ length, ping }, at) => {
      const isLast = at === frames.length - 1;
      const own = frameOf(Buffer.alloc(length, 0x88), { opcode: at === 0 ? 1 : 0, isLast });
      return ping === null ? [own] : [pingOf(ping), own];
    }),
  );

const pingOf = (length: number): Buffer => frameOf(Buffer.alloc(length, 0xff), { opcode: 9 });

describe('a reader of frames', () => {
  it('knows what belongs to a message that is not complete, whatever the pieces are', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), sizes, (messages, pieces) => {
        const bytes = Buffer.concat(messages.flat());
        const ends = endsOf(messages);
        const reader = new FrameReader();
        let start = 0;
        for (let turn = 0; start < bytes.length; turn += 1) {
          const end = Math.min(bytes.length, start + pieces[turn % pieces.length]!);
          reader.read(bytes.subarray(start, end));
          const lastEnd = Math.max(0, ...ends.complete.filter((each) => each <= end));
          const restStart = Math.max(start, lastEnd);
          expect([reader.hasCompleted, reader.rest, reader.restFrames]).toEqual([
            lastEnd > start,
            end - restStart,
            ends.frames.filter((each) => each > restStart && each <= end).length,
          ]);
          start = end;
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Where frames end in the bytes of all messages, and after which of them no message is begun. */
function endsOf(messages: readonly (readonly Buffer[])[]): {
  readonly frames: readonly number[];
  readonly complete: readonly number[];
} {
  const frames: number[] = [];
  const complete: number[] = [];
  let at = 0;
  for (const parts of messages) {
    let isBegun = false;
    for (const [index, { length, 0: first }] of parts.entries()) {
      at += length;
      frames.push(at);
      isBegun ||= first !== 0x89;
      if (!isBegun || index === parts.length - 1) complete.push(at);
    }
  }
  return { frames, complete };
}
